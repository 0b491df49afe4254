import { Box, Button, Grid, Heading, Stack, Text } from '@site/shared-ui';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Subject } from '../content/fact-subjects';
import { facts as words } from '../content/facts';
import { Summary } from '../view/frame';
import { partsOf } from './lacking';

export const COLUMNS = 'repeat(auto-fit, minmax(min(100%, 24rem), 1fr))';

interface LackingPartsProps {
  /** What all papers or a public site lack, and what only some papers need. */
  readonly keys: readonly string[];
  readonly ofSome: readonly string[];
  readonly open: ReadonlySet<string>;
  readonly fieldsOf: (part: Subject) => ReactNode;
}

/** The subjects with missing texts. The next one unfolds once the first is published or the owner opens it. */
export function LackingParts({ keys, ofSome, open, fieldsOf }: LackingPartsProps) {
  const parts = partsOf(keys);
  const openIn = ({ facts }: Subject) => Object.keys(facts).filter((key) => open.has(key)).length;
  const first = parts.find(openIn) ?? parts[0];
  const [unfolded, setUnfolded] = useState(first?.name);
  if (parts.every(({ name }) => name !== unfolded) && first) setUnfolded(first.name);
  if (parts.length + ofSome.length === 0) return <Text>{words.nothingLacks}</Text>;
  return (
    <Stack gap="0">
      <Text role="status" paddingBottom="4">
        {parts.length === 0 ? words.nothingLacks : words.remaining(keys.filter((key) => open.has(key)).length)}
      </Text>
      {parts.map((part) => (
        <LackingPart
          key={part.name}
          name={part.name}
          title={words.part(part.title, openIn(part))}
          isUnfolded={part.name === unfolded}
          next={parts.slice(parts.indexOf(part) + 1).find(openIn)}
          onNext={setUnfolded}
        >
          {fieldsOf(part)}
        </LackingPart>
      ))}
      {ofSome.length > 0 && (
        <LackingPart name="some" title={words.ofSome} isUnfolded={parts.length === 0}>
          {partsOf(ofSome).map(fieldsOf)}
        </LackingPart>
      )}
    </Stack>
  );
}

interface LackingPartProps {
  readonly name: string;
  readonly title: string;
  readonly isUnfolded: boolean;
  readonly next?: Subject | undefined;
  readonly onNext?: (name: string) => void;
  readonly children: ReactNode;
}

const headingId = (name: string) => `lacking-${name}`;

const LackingPart = ({ name, title, isUnfolded, next, onNext, children }: LackingPartProps) => (
  <Box as="section" aria-labelledby={headingId(name)} borderTopWidth="1px" borderColor="sand">
    <details open={isUnfolded}>
      <Summary>
        <Heading as="h3" id={headingId(name)} size="lg" display="inline">
          {title}
        </Heading>
      </Summary>
      <Grid templateColumns={COLUMNS} gap="6" paddingTop="2" paddingBottom="6">
        {children}
      </Grid>
      {next && onNext && (
        <Button
          variant="quiet"
          marginBottom="6"
          onClick={() => {
            flushSync(() => onNext(next.name));
            const summary = document.getElementById(headingId(next.name))?.closest('summary');
            summary?.focus();
            summary?.scrollIntoView?.({ block: 'start' });
          }}
        >
          {words.nextPart(next.title)}
        </Button>
      )}
    </details>
  </Box>
);
