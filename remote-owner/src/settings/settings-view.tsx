import { Grid, Stack, Text } from '@site/shared-ui';
import { facts } from '../content/facts';
import { settings } from '../content/settings';
import { year } from '../content/year';
import { TitledSection, ViewTitle } from '../view/frame';
import { type View, ViewTextLink } from '../view/view-address';
import { DataSection } from './data-section';
import { HealthSection, HeldRetentionSection } from './health-section';
import { MailDomainSection } from './mail-domain-section';
import { PushSection } from './push-section';
import { SessionsSection } from './sessions-section';

export function SettingsView() {
  return (
    <Stack gap="8">
      <ViewTitle>{settings.title}</ViewTitle>
      <LinkSection id="facts" to={{ name: 'textes' }} words={facts} />
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
      <LinkSection id="year" to={{ name: 'bilan' }} words={year} />
      <DataSection />
    </Stack>
  );
}

interface LinkSectionProps {
  readonly id: string;
  readonly to: Partial<View>;
  readonly words: { readonly title: string; readonly text: string; readonly open: string };
}

const LinkSection = ({ id, to, words: { title, text, open } }: LinkSectionProps) => (
  <TitledSection id={id} title={title} gap="2" align="flex-start">
    <Text>{text}</Text>
    <ViewTextLink to={to}>{open}</ViewTextLink>
  </TitledSection>
);
