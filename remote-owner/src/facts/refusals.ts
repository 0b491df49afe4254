import { FACT_COLUMNS } from '@site/contract/typed-facts';
import { missingBeside, missingCompanion, refusalOf } from '../content/fact-refusals';
import { labelOf } from '../content/fact-subjects';
import { facts } from '../content/facts';

export interface ServerRefusal {
  /** The server's name of a place: `email`, `leadSources[0]`, `day[1].to`. */
  readonly key: string;
  readonly rule: string;
}

export interface Refusal {
  /** Names a fact, or a cell of a table: `day[1].to`. */
  readonly key: string;
  readonly sentence: string;
}

/** Several cells of one table are one line, with the key of the first. */
export function byText(refused: readonly Refusal[]): readonly { readonly key: string; readonly line: string }[] {
  const factOf = ({ key }: Refusal) => key.split('[')[0] ?? key;
  const refusalsOf = (fact: string) => refused.filter((one) => factOf(one) === fact);
  return [...new Set(refused.map(factOf))].flatMap((fact) => {
    const [first, ...others] = refusalsOf(fact);
    if (!first) return [];
    const { key, sentence } = first;
    const line =
      others.length === 0 ? `${labelOf(key)} – ${sentence}` : `${labelOf(fact)} – ${facts.cells(others.length + 1)}`;
    return [{ key, line }];
  });
}

/** Facts that are published together or not at all. */
const TOGETHER: readonly (readonly string[])[] = [
  ['trainer.name', 'trainer.path', 'trainer.photo'],
  ['dataHost.name', 'dataHost.address', 'dataHost.transfers'],
  ['qualiopi.category', 'qualiopi.certificate'],
  ['mediator.name', 'mediator.address', 'mediator.url'],
  ['testimonials', 'testimonialsCollection'],
];

export const companionsOf = (key: string): readonly string[] =>
  (TOGETHER.find((keys) => keys.includes(key)) ?? []).filter((other) => other !== key);

/** The fact of a key of the server, and the key of the cell that its form shows. */
function placeOf(key: string): { readonly fact: string; readonly shownKey: string } {
  const [, fact = key, row, column] = /^([\w.]+)\[(\d+)\](?:\.(\w+))?$/.exec(key) ?? [];
  const columns = FACT_COLUMNS[fact];
  if (!columns || row === undefined) return { fact, shownKey: fact };
  // The order of its times is refused of a whole row.
  const cell = column && columns.includes(column) ? column : columns[1];
  return { fact, shownKey: `${fact}[${row}].${cell}` };
}

/** @returns sentences for the form, and the keys among those sent that cannot be published now */
export function refusalsFor(
  refusals: readonly ServerRefusal[],
  sent: readonly string[],
): { readonly refused: readonly Refusal[]; readonly withheld: readonly string[] } {
  const withheld = new Set<string>();
  const refused = refusals.flatMap(({ key, rule }): Refusal[] => {
    const { fact, shownKey } = placeOf(key);
    if (sent.includes(fact)) withheld.add(fact);
    const beside = companionsOf(fact).filter((other) => sent.includes(other));
    const isMissing = shownKey === fact && ['optionality', 'min', 'missing'].includes(rule) && beside.length > 0;
    if (!isMissing) return [{ key: shownKey, sentence: refusalOf(shownKey, rule) }];
    for (const other of beside) withheld.add(other);
    const without = beside.map((other) => ({ key: other, sentence: missingCompanion(labelOf(fact)) }));
    return [{ key: fact, sentence: missingBeside(beside.map(labelOf)) }, ...without];
  });
  return { refused, withheld: [...withheld] };
}
