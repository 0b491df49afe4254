import { renderTable } from '@site/backend/src/terminal/table';
import { partsOf } from '../changes/next-state';
import { describeEntry } from '../store/index-entries';
import type { IndexEntry } from '../store/release';
import { UserError } from '../user-error';
import { type Command, parseName } from './command';
import { readSince } from './since';

const HEAD = ['change', 'when', 'who', 'what', 'from', 'to', 'why'];

export const log: Command = {
  usage: 'log [--name <name>] [--since 2d] [--limit 20]',
  flags: ['name', 'since', 'limit'],
  does: 'lists changes: number, when, who, what, from, to, why',
  words: 0,
  isReadOnly: true,
  run: async ({ store, options }) => {
    const since = options.since === undefined ? null : readSince(options.since, new Date());
    const limit = readLimit(options.limit);
    const history = await store.readHistory();
    const name = options.name === undefined ? null : requireName(history, parseName(options.name));
    const entries = history
      .filter((entry, at) => name === null || concerns(entry, history[at - 1], name))
      .filter(({ change }) => since === null || Date.parse(change.at) >= since.getTime());
    const listed = limit === null ? entries : entries.slice(-limit);
    const table = listed.length > 0 ? renderTable([HEAD, ...listed.map(rowOf)]) : 'No change in this selection.';
    const text = [table, ...(await store.readDamaged()).map(describeEntry)].join('\n');
    return { text, json: listed.map(({ seq, change }) => ({ seq, ...change, parts: partsOf(change) })) };
  },
};

function rowOf({ seq, change }: IndexEntry): string[] {
  const { at, who, command, unchecked, accepted, why } = change;
  const marks = [...(unchecked ? ['unchecked'] : []), ...(accepted ? [`accepted ${accepted.join(', ')}`] : [])];
  const mark = marks.length > 0 ? ` (${marks.join('; ')})` : '';
  const parts = partsOf(change);
  const lines = (line: (part: (typeof parts)[number]) => string | undefined) =>
    parts.map((part) => line(part) ?? '').join('\n');
  const what = parts.length > 0 ? lines(({ name }) => `${command} ${name}${mark}`) : command;
  return [String(seq), at, who, what, lines(({ from }) => from), lines(({ to }) => to), why];
}

/** A change of several parts, and the first start, which names none, concern every part that they changed. */
const concerns = ({ releases, change }: IndexEntry, previous: IndexEntry | undefined, name: string) =>
  partsOf(change).some((part) => part.name === name) || releases[name]?.active !== previous?.releases[name]?.active;

function requireName(history: readonly IndexEntry[], name: string): string {
  const names = [...new Set(history.flatMap(({ releases }) => Object.keys(releases)))];
  if (names.includes(name)) return name;
  throw new UserError(`No change concerns "${name}": choose among ${names.join(', ') || 'none'}.`);
}

function readLimit(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UserError(`--limit is ${JSON.stringify(text)}: give a number from 1 on.`);
}
