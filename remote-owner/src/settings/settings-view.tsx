import { Grid, Heading, Stack, Text } from '@site/shared-ui';
import { facts as words } from '../content/facts';
import { settings } from '../content/settings';
import { year } from '../content/year';
import { TitledSection } from '../view/frame';
import { ViewLink } from '../view/view-address';
import { DataSection } from './data-section';
import { HealthSection, HeldRetentionSection } from './health-section';
import { MailDomainSection } from './mail-domain-section';
import { PushSection } from './push-section';
import { SessionsSection } from './sessions-section';

export function SettingsView() {
  return (
    <Stack gap="8">
      <Heading as="h2" size="2xl">
        {settings.title}
      </Heading>
      <FactsSection />
      <Grid gap="8" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} alignItems="start">
        <Stack gap="8">
          <SessionsSection />
          <PushSection />
        </Stack>
        <Stack gap="8">
          <HealthSection />
          <MailDomainSection />
        </Stack>
      </Grid>
      <HeldRetentionSection />
      <YearSection />
      <DataSection />
    </Stack>
  );
}

const YearSection = () => (
  <TitledSection id="year" title={year.title} gap="2" align="flex-start">
    <Text>{year.text}</Text>
    <ViewLink to={{ name: 'bilan' }} css={{ textDecoration: 'underline', lineHeight: '2.75rem' }}>
      {year.open}
    </ViewLink>
  </TitledSection>
);

function FactsSection() {
  return (
    <TitledSection id="facts" title={words.title} gap="2" align="flex-start">
      <Text>{words.text}</Text>
      <ViewLink to={{ name: 'textes' }} css={{ textDecoration: 'underline', lineHeight: '2.75rem' }}>
        {words.open}
      </ViewLink>
    </TitledSection>
  );
}
