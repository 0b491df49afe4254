import { Box, Stack, Text, TextLink } from '@site/shared-ui';
import type { Site } from '@site/shared-ui/host';
import { orToComplete } from '../content/missing';
import { personalData } from '../content/personal-data';
import { TextSection } from './text-section';

export function PersonalDataSection({ site }: { readonly site: Site }) {
  const { title, paragraphs, points, rights, complaint } = personalData;
  return (
    <TextSection title={title} paragraphs={paragraphs(orToComplete(site.publisher.name))}>
      <Stack as="dl" gap="3">
        {points.map(({ label, text }) => (
          <Box key={label}>
            <Box as="dt" fontWeight="semibold">
              {label}
            </Box>
            <dd>{text}</dd>
          </Box>
        ))}
      </Stack>
      <Text>{rights(orToComplete(site.email))}</Text>
      <Text>
        {complaint.before}
        <TextLink href={complaint.url}>{complaint.link}</TextLink>
        {complaint.after}
      </Text>
    </TextSection>
  );
}
