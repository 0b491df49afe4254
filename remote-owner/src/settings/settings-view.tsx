import { Heading, Stack } from '@site/shared-ui';
import { settings } from '../content/settings';
import { DataSection } from './data-section';
import { HealthSection } from './health-section';
import { SessionsSection } from './sessions-section';

export function SettingsView() {
  return (
    <Stack gap="8">
      <Heading as="h2" size="2xl">
        {settings.title}
      </Heading>
      <SessionsSection />
      <HealthSection />
      <DataSection />
    </Stack>
  );
}
