import { partsOf } from '@site/release-core/changes/next-state';
import { type DamagedEntry, describeEntry } from '@site/release-core/store/index-entries';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { renderTable } from '@site/terminal/table';
import { type Command, parseName } from './command';
import { readSince } from './since';

const LISTED = 100;
const HEAD = ['change', 'when', 'who', 'what', 'from', 'to', 'why'];

export const log: Command = {
  usage: 'log [--name <name>] [--since 2d] [--limit 20]',
  flags: ['name', 'since', 'limit'],
  description: 'lists changes: number, when, who, what, from, to, why',
  minArguments: 0,
  isReadOnly: true,
  run: async ({ store, options }) => {
    const since = options.since === undefined ? null : readSince(options.since, new Date());
    const name = options.name === undefined ? null : await requireName(store, parseName(options.name));
    const limit = readLimit(options.limit) ?? (since ? Number.POSITIVE_INFINITY : LISTED);
    const { listed, damaged, isCut } = await readChanges(store, { name, since, limit });
    const table = listed.length > 0 ? renderTable([HEAD, ...listed.map(rowOf)]) : 'No change in this selection.';
    const more =
      isCut && options.limit === undefined ? [`The latest ${LISTED}; for more, give --limit or --since.`] : [];
    const text = [table, ...more, ...damaged.map(describeEntry)].join('\n');
    return { text, json: listed.map(({ seq, change }) => ({ seq, ...change, parts: partsOf(change) })) };
  },
};

function rowOf({ seq, change }: IndexEntry): string[] {
  const { at, who, command, revoked, unchecked, accepted, why } = change;
  const marks = [...(unchecked ? ['unchecked'] : []), ...(accepted ? [`accepted ${accepted.join(', ')}`] : [])];
  const mark = marks.length > 0 ? ` (${marks.join('; ')})` : '';
  const parts = partsOf(change);
  const lines = (line: (part: (typeof parts)[number]) => string | undefined) =>
    parts.map((part) => line(part) ?? '').join('\n');
  const what =
    parts.length > 0 ? lines(({ name }) => `${command} ${name}${revoked ? `@${revoked}` : ''}${mark}`) : command;
  return [String(seq), at, who, what, lines(({ from }) => from), lines(({ to }) => to), why];
}

/** The first start names no part: active releases are compared as well. */
const concerns = ({ releases, change }: IndexEntry, previous: IndexEntry | undefined, name: string) =>
  partsOf(change).some((part) => part.name === name) || releases[name]?.active !== previous?.releases[name]?.active;

async function requireName(store: Store, name: string): Promise<string> {
  const { releases = {}, deactivated = {} } = (await store.readState()).entry ?? {};
  const names = [...Object.keys(releases), ...Object.keys(deactivated)];
  if (names.includes(name)) return name;
  throw new UserError(`No change concerns "${name}": choose among ${names.join(', ') || 'none'}.`);
}

interface Selection {
  readonly name: string | null;
  readonly since: Date | null;
  readonly limit: number;
}

async function readChanges(store: Store, { name, since, limit }: Selection) {
  const found: IndexEntry[] = [];
  const damaged: DamagedEntry[] = [];
  let later: IndexEntry | undefined;
  const add = (entry: IndexEntry, previous?: IndexEntry) => {
    if (name === null || concerns(entry, previous, name)) found.unshift(entry);
  };
  for await (const one of store.readBackwards()) {
    if ('damaged' in one) {
      damaged.unshift(one.damaged);
      continue;
    }
    if (later) add(later, one.entry);
    if (found.length === limit) return { listed: found, damaged, isCut: true };
    later = one.entry;
    if (since && Date.parse(later.change.at) < since.getTime()) return { listed: found, damaged, isCut: false };
  }
  if (later) add(later);
  return { listed: found, damaged, isCut: false };
}

function readLimit(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UserError(`--limit is ${JSON.stringify(text)}: give a number from 1 on.`);
}
