import type { FactValue } from '@site/contract/page-data';
import { brokenRule, cleanFact } from '@site/contract/typed-facts';
import { Box, Button, Grid, Heading, Stack, Text } from '@site/shared-ui';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Fact } from '../api/release-answers';
import type { Known } from '../content/fact-proposals';
import { type Subject, subjects } from '../content/fact-subjects';
import { facts as words } from '../content/facts';
import { Summary } from '../view/frame';
import { type Edits, isEmpty } from './use-facts';

const isAnswer = (key: string, typed: FactValue | null | undefined): boolean =>
  typed !== null && typed !== undefined && !isEmpty(typed) && brokenRule(key, cleanFact(key, typed)) === null;

/** The needed keys once the typed values are published: a regime without VAT has its own mention. */
function neededAfter(needed: ReadonlySet<string>, typed: Edits): readonly string[] {
  const hasMention = /^(?:franchise|exempt)$/.test(String(typed['papers.vat']));
  return [...needed].filter((key) => !(key === 'publisher.vat' && hasMention));
}

/** Missing keys that the owner has not typed either. A proposal counts once its gaps are filled in. */
export const openKeys = (needed: ReadonlySet<string>, typed: Edits): ReadonlySet<string> =>
  new Set(neededAfter(needed, typed).filter((key) => !isAnswer(key, typed[key])));

/** An example may stand for a text that is needed. */
const isExample = ({ key, value }: Fact, needed: ReadonlySet<string>) => needed.has(key) && !isEmpty(value);

/** Whether a proposal may take the place of what the field has. */
export const isProposable = (fact: Fact, typed: FactValue | null | undefined, needed: ReadonlySet<string>): boolean =>
  (isEmpty(fact.value) || isExample(fact, needed)) && (typed === undefined || typed === null || isEmpty(typed));

/** @returns what `Known` reads */
export const readKnown =
  (facts: readonly Fact[], typed: Edits, needed: ReadonlySet<string>): Known['read'] =>
  (key) => {
    const fact = facts.find((candidate) => candidate.key === key);
    const clean = cleanFact(key, typed[key] ?? '');
    if (isAnswer(key, clean)) return String(clean);
    return typeof fact?.value === 'string' && !isExample(fact, needed) ? fact.value : '';
  };

const partsOf = (keys: readonly string[]): readonly Subject[] =>
  subjects
    .map((part) => ({
      ...part,
      facts: Object.fromEntries(Object.entries(part.facts).filter(([key]) => keys.includes(key))),
    }))
    .filter((part) => Object.keys(part.facts).length > 0);

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
