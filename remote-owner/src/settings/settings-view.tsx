import { Grid, Heading, Stack } from '@site/shared-ui';
import { settings } from '../content/settings';
import { DataSection } from './data-section';
import { FactsSection } from './facts-section';
import { HealthSection } from './health-section';
import { HeldRetention } from './held-retention';
import { MailDomainSection } from './mail-domain-section';
import { PushSection } from './push-section';
import { SessionsSection } from './sessions-section';

export function SettingsView() {
  return (
    <Stack gap="8">
      <Heading as="h2" size="2xl">
        {settings.title}
      </Heading>
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
      <FactsSection />
      <HeldRetention />
      <DataSection />
    </Stack>
  );
}
