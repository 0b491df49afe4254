import { Box, Text, TextLink } from '@site/shared-ui';
import { useEffect, useRef } from 'react';
import type { Subject } from '../content/fact-subjects';
import { facts as words } from '../content/facts';
import { Summary } from '../view/frame';
import { ViewLink } from '../view/view-address';
import { byText, type Refusal } from './refusals';

const REFUSALS_SHOWN = 3;

interface RefusalsProps {
  readonly refused: readonly Refusal[];
  readonly subject: Subject | null;
}

/** Takes the focus when something is refused; its links lead to other subjects, too. */
export function Refusals({ refused, subject }: RefusalsProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refused.length > 0) panel.current?.focus();
  }, [refused]);
  if (refused.length === 0) return null;
  const listed = byText(refused);
  return (
    <Box
      ref={panel}
      role="group"
      aria-labelledby="facts-refused"
      tabIndex={-1}
      data-surface="chalk"
      padding="4"
      borderWidth="2px"
      borderColor="alarm"
      borderRadius="card"
    >
      <Text id="facts-refused" fontWeight="bold">
        {words.errors}
      </Text>
      <RefusalList lines={listed.slice(0, REFUSALS_SHOWN)} subject={subject} />
      {listed.length > REFUSALS_SHOWN && (
        <details>
          <Summary>{words.moreErrors(listed.length - REFUSALS_SHOWN)}</Summary>
          <RefusalList lines={listed.slice(REFUSALS_SHOWN)} subject={subject} />
        </details>
      )}
    </Box>
  );
}

interface RefusalListProps {
  readonly lines: ReturnType<typeof byText>;
  readonly subject: Subject | null;
}

const RefusalList = ({ lines, subject }: RefusalListProps) => (
  <ul>
    {lines.map(({ key, line }) => (
      <li key={key}>
        <TextLink asChild display="inline-block" paddingBlock="2">
          <ViewLink to={{ name: 'textes', subject: subject?.name ?? null, field: key }}>{line}</ViewLink>
        </TextLink>
      </li>
    ))}
  </ul>
);
