import { Stack, Text } from '@site/shared-ui';
import { useQuery } from '@tanstack/react-query';
import { useOwner } from '../api/owner-context';
import type { FailureLine, FailureLinesAnswer } from '../api/release-answers';
import { parts, partTitle } from '../content/parts';

const SHOWN = 3;

/** Fetched apart from the status: the parts are shown without waiting for it. */
export function useFailureLines(): FailureLinesAnswer {
  const { api } = useOwner();
  const { data } = useQuery({
    queryKey: ['release', 'failures'],
    queryFn: async () => (await api.release('failures')) as FailureLinesAnswer,
  });
  return data ?? { failures: null };
}

/** Where the errors of a release were thrown: what the owner passes on to the developer. */
export function FailureLines({ lines }: { readonly lines: readonly FailureLine[] }) {
  const [first] = lines;
  if (!first) return null;
  return (
    <Stack gap="1" fontSize="sm">
      <Text>{parts.lines(first.commit)}</Text>
      {lines.slice(0, SHOWN).map((line) => (
        <Text key={JSON.stringify(line)} overflowWrap="anywhere" translate="no">
          {parts.line({
            count: line.count,
            place: placeOf(line),
            noLine: line.noLine,
            thrownIn: line.thrownIn === null ? null : partTitle(line.thrownIn),
          })}
        </Text>
      ))}
    </Stack>
  );
}

function placeOf({ source, script, line, column }: FailureLine): string {
  if (source) return parts.linePlace(source.file, source.line, source.name);
  return parts.scriptPlace(script ?? '', line ?? 0, column ?? 0);
}
