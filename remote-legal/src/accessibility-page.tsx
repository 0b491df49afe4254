import type { HostedPage } from '@site/contract/host';
import { Container, formatFrenchDate, PageHeader, Text } from '@site/shared-ui';
import { accessibility } from './content/accessibility';
import { BackLink } from './sections/back-link';
import { BulletList } from './sections/bullet-list';
import { ObstacleReport } from './sections/obstacle-report';
import { RightsDefender } from './sections/rights-defender';
import { TextSection } from './sections/text-section';

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
