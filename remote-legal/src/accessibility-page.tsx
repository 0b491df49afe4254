import type { Host, HostedPage } from '@site/contract/host';
import { Box, Container, formatFrenchDate, PageHeader, Text, TextLink, toTelHref } from '@site/shared-ui';
import { accessibility } from './content/accessibility';
import { BulletList } from './sections/bullet-list';
import { DirectContact } from './sections/direct-contact';
import { BackLink, TextSection } from './sections/text-section';

const { title, intro, back, goal, checked, unchecked, date } = accessibility;

export const Page: HostedPage = ({ host }) => (
  <>
    <PageHeader title={title} intro={intro}>
      <BackLink Link={host.Link} to={host.paths.home}>
        {back}
      </BackLink>
    </PageHeader>
    <Container paddingBottom={{ base: '14', md: '24' }}>
      <TextSection {...goal} />
      <TextSection title={checked.title}>
        <BulletList items={checked.items} />
        <Text>{checked.browser}</Text>
        <Text>
          {`${date.before} `}
          <time dateTime={date.day}>{formatFrenchDate(date.day)}</time>.
        </Text>
      </TextSection>
      <TextSection title={unchecked.title}>
        <BulletList items={unchecked.items} />
        <Text>{unchecked.limits}</Text>
      </TextSection>
      <ObstacleReport host={host} />
      <RightsDefender />
    </Container>
  </>
);

function ObstacleReport({ host: { site, paths, Link } }: { readonly host: Host }) {
  const { title, text, form, ...labels } = accessibility.report;
  return (
    <TextSection title={title}>
      <Text>{text}</Text>
      <Box>
        <DirectContact site={site} labels={labels} />
      </Box>
      <TextLink asChild alignSelf="start">
        <Link to={paths.contact}>{form}</Link>
      </TextLink>
    </TextSection>
  );
}

function RightsDefender() {
  const { title, text, online, phone, post } = accessibility.complaint;
  return (
    <TextSection title={title}>
      <Text>{text}</Text>
      <Box as="ul" listStyleType="disc" paddingLeft="6" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2">
        <li>
          {`${online.label} `}
          <TextLink href={online.url}>{online.link}</TextLink>
        </li>
        <li>
          {`${phone.label} `}
          <TextLink href={toTelHref(phone.number)}>{phone.number}</TextLink>
        </li>
        <li>{post}</li>
      </Box>
    </TextSection>
  );
}
