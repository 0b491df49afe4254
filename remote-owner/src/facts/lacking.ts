import type { FactValue } from '@site/contract/page-data';
import { brokenRule, cleanFact } from '@site/contract/typed-facts';
import type { Fact } from '../api/release-answers';
import type { Known } from '../content/fact-proposals';
import { type Subject, subjects } from '../content/fact-subjects';
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

export const partsOf = (keys: readonly string[]): readonly Subject[] =>
  subjects
    .map((part) => ({
      ...part,
      facts: Object.fromEntries(Object.entries(part.facts).filter(([key]) => keys.includes(key))),
    }))
    .filter((part) => Object.keys(part.facts).length > 0);
