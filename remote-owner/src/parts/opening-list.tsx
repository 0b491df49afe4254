import { publicationGaps } from '@site/contract/publication-gaps';
import { Box, Card, Heading, Stack, Text } from '@site/shared-ui';
import { parts } from '../content/parts';
import { useOwner } from '../session/owner-context';

/** Lists what `site.json` lacks for a public site. The page contains these facts, so no call is needed. */
export function OpeningList() {
  const { host } = useOwner();
  const gaps = publicationGaps(host.site);
  return (
    <Stack as="section" gap="4" aria-labelledby="opening">
      <Heading as="h3" size="xl" id="opening">
        {parts.opening}
      </Heading>
      <Card>
        {gaps.length === 0 ? (
          <Text>{parts.complete}</Text>
        ) : (
          <Stack as="ul" gap="3" listStyleType="none">
            {gaps.map(({ key, fact, example, location }) => (
              <Box as="li" key={key}>
                <Text fontWeight="semibold">{capitalize(fact)}</Text>
                {example && <Text overflowWrap="anywhere">{parts.example(example)}</Text>}
                <Text fontSize="sm" color="ink.soft">
                  {parts.shownAt(location)}
                </Text>
              </Box>
            ))}
          </Stack>
        )}
      </Card>
    </Stack>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
