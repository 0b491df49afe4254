import { Heading, Stack, Text } from '@site/shared-ui';
import { facts as words } from '../content/facts';
import { ViewLink } from '../view/view-link';

export function FactsSection() {
  return (
    <Stack as="section" gap="2" align="flex-start" aria-labelledby="facts">
      <Heading as="h3" size="xl" id="facts">
        {words.title}
      </Heading>
      <Text>{words.text}</Text>
      <ViewLink to={{ tab: 'textes' }} css={{ textDecoration: 'underline', lineHeight: '2.75rem' }}>
        {words.open}
      </ViewLink>
    </Stack>
  );
}
