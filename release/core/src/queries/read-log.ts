import { TIME_UNITS } from '@site/terminal/output';
import { parseName } from '../changes/arguments';
import { partNames } from '../changes/part-state';
import type { Change, Revision } from '../store/revision';
import type { DamagedRevision } from '../store/revisions';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { type WatchEnd, watchesIn } from '../watch/stored-watches';
import { type InputOf, optionalText } from '../wire/protocol';

const UNITS: Readonly<Record<string, number>> = TIME_UNITS;
const AGO = /^(\d{1,6})(d|h|min)$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?)?$/;

/** Parses `2d`, `3h`, `30min`, a day or a moment in UTC. @throws UserError for any other text, which names the flag */
export function readMoment(text: string, flag: string, now = new Date()): Date {
  const [, count, unit = ''] = AGO.exec(text) ?? [];
  const ago = UNITS[unit];
  if (count && ago) return new Date(now.getTime() - Number(count) * ago);
  const moment = MOMENT.test(text) ? new Date(text.length === 10 || text.endsWith('Z') ? text : `${text}Z`) : null;
  // `Date` reads the 30th of February as the 2nd of March.
  if (moment && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 10))) return moment;
  throw new UserError(
    `--${flag} is ${JSON.stringify(text)}: write 2d, 3h, 30min, a day as 2026-11-22, or a moment in UTC as 2026-11-22T09:30.`,
  );
}

export const LISTED = 100;

export const logInput = { name: optionalText, since: optionalText, limit: optionalText };

export interface ListedChange extends Change {
  readonly seq: number;
  /** How its watch ended; missing for a change without one, and while it goes on. */
  readonly verdict?: WatchEnd['verdict'];
}

export interface Log {
  readonly changes: readonly ListedChange[];
  readonly damaged: readonly DamagedRevision[];
  readonly isCut: boolean;
}

export async function readLog(store: Store, options: InputOf<typeof logInput>): Promise<Log> {
  const since = options.since === undefined ? null : readMoment(options.since, 'since');
  const name = options.name === undefined ? null : await requireName(store, parseName(options.name));
  const limit = readLimit(options.limit) ?? (since ? Number.POSITIVE_INFINITY : LISTED);
  const { listed, ...rest } = await readChanges(store, { name, since, limit });
  const { readEnd } = watchesIn(store.blobs);
  const changes = listed.map(async ({ seq, change }): Promise<ListedChange> => {
    const end = change.watchedDays === undefined ? null : await readEnd(seq);
    return { seq, ...change, ...(end && { verdict: end.verdict }) };
  });
  return { changes: await Promise.all(changes), ...rest };
}

/** The first start names no part: active releases are compared as well. */
const concerns = ({ releases, change }: Revision, previous: Revision | undefined, name: string) =>
  change.parts.some((part) => part.name === name) || releases[name]?.active !== previous?.releases[name]?.active;

async function requireName(store: Store, name: string): Promise<string> {
  const names = partNames((await store.readState()).revision);
  if (names.includes(name)) return name;
  throw new UserError(`No change concerns "${name}": choose among ${names.join(', ') || 'none'}.`);
}

interface Selection {
  readonly name: string | null;
  readonly since: Date | null;
  readonly limit: number;
}

async function readChanges(store: Store, { name, since, limit }: Selection) {
  const revisions: Revision[] = [];
  const damaged: DamagedRevision[] = [];
  let later: Revision | undefined;
  const add = (revision: Revision, previous?: Revision) => {
    if (name === null || concerns(revision, previous, name)) revisions.unshift(revision);
  };
  for await (const found of store.readBackwards()) {
    if ('damaged' in found) {
      damaged.unshift(found.damaged);
      continue;
    }
    if (later) add(later, found.revision);
    if (revisions.length === limit) return { listed: revisions, damaged, isCut: true };
    later = found.revision;
    if (since && Date.parse(later.change.at) < since.getTime()) return { listed: revisions, damaged, isCut: false };
  }
  if (later) add(later);
  return { listed: revisions, damaged, isCut: false };
}

function readLimit(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UserError(`--limit is ${JSON.stringify(text)}: give a number from 1 on.`);
}
