import { Box, Heading, Stack, Text } from '@site/shared-ui';
import { formatMoment } from '../content/dates';
import { parts as words } from '../content/parts';
import { nameOf } from './part-card';
import type { LoggedChange } from './read-status';

export function ChangeLog({ log }: { readonly log: readonly LoggedChange[] }) {
  return (
    <Stack as="section" gap="4" aria-labelledby="parts-log">
      <Heading as="h3" size="xl" id="parts-log">
        {words.journal}
      </Heading>
      {log.length === 0 && <Text>{words.journalEmpty}</Text>}
      <Stack as="ol" gap="3" listStyleType="none">
        {[...log].reverse().map(({ seq, command, parts, at, who, why }) => (
          <Box as="li" key={seq} borderBottomWidth="1px" borderColor="sand" paddingBottom="3">
            <Text fontWeight="semibold" overflowWrap="anywhere">
              {[words.commands[command] ?? command, ...parts.map(({ name, to }) => describe(name, to))].join(' · ')}
            </Text>
            <Text fontSize="sm" overflowWrap="anywhere">
              {[formatMoment(at), who, ...(why ? [words.why(why)] : [])].join(' · ')}
            </Text>
          </Box>
        ))}
      </Stack>
    </Stack>
  );
}

const describe = (name: string, to: string | undefined) => (to ? `${nameOf(name)} ${to}` : nameOf(name));
