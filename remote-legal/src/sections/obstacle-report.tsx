import type { Host } from '@site/contract/host';
import { Box, Text, TextLink } from '@site/shared-ui';
import { accessibility } from '../content/accessibility';
import { DirectContact } from './direct-contact';
import { TextSection } from './text-section';

const { title, text, form, ...labels } = accessibility.report;

export function ObstacleReport({ host: { site, paths, Link } }: { readonly host: Host }) {
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
