import { Box, Card, Flex, Heading, Stack, Text } from '@site/shared-ui';
import { useCall } from '../api/use-call';
import { health as words } from '../content/health';
import { Answered } from '../view/answered';
import { type Fact, factsOf } from './health-facts';

export function HealthSection() {
  const query = useCall('owner_health', {});
  return (
    <Stack as="section" gap="4" aria-labelledby="health">
      <Heading as="h3" size="xl" id="health">
        {words.title}
      </Heading>
      <Answered query={query}>
        {(health) => (
          <Card>
            <Stack as="dl" gap="3">
              {factsOf(health).map((fact) => (
                <FactRow key={fact.label} fact={fact} />
              ))}
            </Stack>
          </Card>
        )}
      </Answered>
    </Stack>
  );
}

function FactRow({ fact: { label, value, isBad, notes = [] } }: { readonly fact: Fact }) {
  return (
    <Flex justify="space-between" columnGap="4" wrap="wrap">
      <Text as="dt">{label}</Text>
      <Box as="dd" fontWeight="semibold" color={isBad ? 'tile.deep' : undefined}>
        {value}
      </Box>
      {notes.map((note) => (
        <Box as="dd" key={note} width="full" fontSize="sm" color="ink.soft" overflowWrap="anywhere">
          {note}
        </Box>
      ))}
    </Flex>
  );
}
