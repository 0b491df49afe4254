import type { Site } from '@site/contract/host';
import { Heading, Stack, Text, TextLink } from '@site/shared-ui';
import { personalData } from '../content/personal-data';
import { BulletList } from './bullet-list';
import { AVOID_PAGE_BREAK } from './printable';
import { TextSection } from './text-section';

export function PersonalDataSection({ site }: { readonly site: Site }) {
  const { title, topics, complaint } = personalData;
  return (
    <TextSection title={title} isLong>
      {topics(site).map((topic) => (
        <Stack key={topic.title} gap="2" paddingTop="2" {...AVOID_PAGE_BREAK}>
          <Heading as="h3">{topic.title}</Heading>
          {topic.items && <BulletList items={topic.items} />}
          {topic.paragraphs?.map((paragraph) => (
            <Text key={paragraph}>{paragraph}</Text>
          ))}
        </Stack>
      ))}
      <Text>
        {complaint.before}
        <TextLink href={complaint.url}>{complaint.link}</TextLink>
        {complaint.after}
      </Text>
    </TextSection>
  );
}
