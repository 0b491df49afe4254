import { Box, Flex, Stack, Text } from '@site/shared-ui';
import type { FailureLine, RouteSpeed } from '../api/release-answers';
import { speed as words } from '../content/figures';
import { parts } from '../content/parts';
import { Summary } from '../view/frame';

const SHOWN = 3;

interface FailureLinesProps {
  readonly lines: readonly FailureLine[];
  readonly titleOf: (name: string) => string;
}

/** Where the errors of a release were thrown: what the owner passes on to the developer. */
export function FailureLines({ lines, titleOf }: FailureLinesProps) {
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
            thrownIn: line.thrownIn === null ? null : titleOf(line.thrownIn),
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

/** How fast a part's active release is, beside the one before it, for visitors who accepted to be measured. */
export function SpeedSection({ title, speeds }: { readonly title: string; readonly speeds: readonly RouteSpeed[] }) {
  if (speeds.length === 0) return null;
  return (
    <details>
      <Summary>{words.summary(title)}</Summary>
      <Stack gap="3">
        <Text fontSize="sm">{words.explanation}</Text>
        <Stack as="ul" gap="3" listStyleType="none">
          {speeds.map((speed) => (
            <Box as="li" key={`${speed.state} ${speed.route} ${speed.metric}`} overflowWrap="anywhere">
              <Text fontSize="sm" fontWeight="semibold">
                {words.heading(speed)}
              </Text>
              <Shares shares={speed.shares} />
              <Text fontSize="sm">{words.sentence(speed)}</Text>
            </Box>
          ))}
        </Stack>
      </Stack>
    </details>
  );
}

/** A light one between two dark ones, always in this order: nobody has to tell green from red. */
const LOOKS = [
  { background: 'sage' },
  { background: 'sand', borderColor: 'ink.soft', borderBlockWidth: '1px' },
  { background: 'alarm' },
] as const;

function Shares({ shares }: Pick<RouteSpeed, 'shares'>) {
  return (
    <Flex aria-hidden="true" height="3" gap="2px" marginBlock="1">
      {LOOKS.map((look, at) => (
        <Box key={look.background} {...look} flexGrow={shares[at]} flexBasis="0" />
      ))}
    </Flex>
  );
}
