import { isObject } from '@site/contract/json';
import type { EditedFacts, FactValue } from '@site/contract/page-data';
import { cellsOf, FACT_COLUMNS } from '@site/contract/typed-facts';

const keysOf = (parent: string, ...keys: readonly string[]) => keys.map((key) => `${parent}.${key}`);

const TEXTS = [
  ...['email', 'phone', 'preRegistrationUrl', 'replyTime', 'videoTool', 'afterSupport', 'datesMeaning', 'nda'],
  ...['testimonialsCollection', 'videoLink'],
  ...keysOf('publisher', 'name', 'legalForm', 'address', 'siren', 'registration', 'vat', 'publicationDirector'),
  ...keysOf('hosting', 'name', 'address', 'phone'),
  ...keysOf('dataHost', 'name', 'address', 'transfers'),
  ...keysOf('mediator', 'name', 'address', 'url'),
  ...keysOf('qualiopi', 'category', 'certificate'),
  ...keysOf('trainer', 'name', 'path', 'photo'),
  ...keysOf('prices', 'standard', 'funded'),
  ...keysOf('training', 'updatedOn', 'taxLine', 'accessTime', 'methods', 'assessment', 'disability'),
  ...keysOf('payment', 'when', 'how', 'advance', 'refusal'),
  ...keysOf('guarantee', 'deadline'),
  ...keysOf('papers', 'title', 'region', 'earlyLeave', 'assistance', 'rules', 'vat', 'quoteDays', 'paymentDays'),
];
const SWITCHES = ['visitorMails', 'sendsFundingFile', 'papers.deposit'];
const LISTS = ['leadSources', 'promises', 'hiddenPromises', 'training.bonuses', ...Object.keys(FACT_COLUMNS)];

/** The empty value of each key of `site.json` that the owner's space edits. */
export const EDITABLE: ReadonlyMap<string, FactValue> = new Map<string, FactValue>([
  ...TEXTS.map((key) => [key, ''] as const),
  ...SWITCHES.map((key) => [key, false] as const),
  ...LISTS.map((key) => [key, []] as const),
]);

export function factAt(config: unknown, key: string): FactValue {
  const found = key.split('.').reduce<unknown>((inner, word) => (isObject(inner) ? inner[word] : undefined), config);
  const columns = FACT_COLUMNS[key];
  if (!columns || !Array.isArray(found)) return (found ?? EDITABLE.get(key) ?? '') as FactValue;
  return found.map((row) => columns.map((column) => String(row?.[column] ?? '')).join('\t'));
}

const rowsOf = (columns: readonly string[], lines: readonly string[]): readonly Readonly<Record<string, string>>[] =>
  lines.map((line) => Object.fromEntries(columns.map((column, at) => [column, cellsOf(line)[at] ?? ''])));

const isSame = (one: FactValue, other: FactValue) => JSON.stringify(one) === JSON.stringify(other);

/** Mails to visitors about which the owner has not decided depend on the mail server. */
const isUnanswered = (config: unknown, key: string) =>
  key === 'visitorMails' && isObject(config) && config[key] === undefined;

/** Leaves out keys that can no longer be edited, and values that the file has, too. */
export const differingFacts = (config: unknown, edited: EditedFacts): EditedFacts =>
  Object.fromEntries(
    Object.entries(edited).filter(
      ([key, value]) => EDITABLE.has(key) && (isUnanswered(config, key) || !isSame(value, factAt(config, key))),
    ),
  );

export function withEdited(config: unknown, edited: EditedFacts): unknown {
  const copy = structuredClone(config);
  for (const [key, value] of Object.entries(edited)) {
    const columns = FACT_COLUMNS[key];
    setFact(copy, key, columns && Array.isArray(value) ? rowsOf(columns, value) : value);
  }
  return copy;
}

function setFact(config: unknown, key: string, value: FactValue | ReturnType<typeof rowsOf>) {
  const [first = '', second] = key.split('.');
  if (!isObject(config)) return;
  if (second === undefined) {
    config[first] = value;
    return;
  }
  config[first] ??= {};
  const parent = config[first];
  if (isObject(parent)) parent[second] = value;
}

export function describeEdited(edited: EditedFacts): string | null {
  const keys = Object.keys(edited);
  if (keys.length === 0) return null;
  return `From the owner's space, not from site.json: ${keys.join(', ')} (back to the file: "npx pnpm release compose --reset ${keys[0]}").`;
}

/** Without edited facts there is no `edited` key, so that the site data equals earlier data. */
export const storeEdited = (edited: EditedFacts): { readonly edited?: EditedFacts } =>
  Object.keys(edited).length > 0 ? { edited } : {};
