import { STORE } from '@site/contract/stored-files';
import * as v from 'valibot';
import { DamageError, describeUnusable, seal, unseal } from '../integrity';
import { UserError } from '../user-error';
import type { Blobs } from './blobs';
import { parseEntry } from './schemas';
import type { SiteEntry } from './site-entry';

const KEY = `${STORE.heads}/index.json`;
const head = v.pipe(v.string(), v.parseJson(), v.object({ seq: v.pipe(v.number(), v.integer(), v.minValue(1)) }));

/** Where the search for the latest entry starts. It may be outdated; 0 when it is unknown. */
export async function readHead(blobs: Blobs): Promise<number> {
  const stored = await blobs.get(KEY);
  const { success, output } = v.safeParse(head, stored?.toString());
  return success ? output.seq : 0;
}

/** Ignores a failure: the change is already stored, and a head that is too low does no harm. */
export async function writeHead(blobs: Blobs, seq: number): Promise<void> {
  await blobs.replace(KEY, JSON.stringify({ seq })).catch(() => undefined);
}

const FOLDER = `${STORE.entries}/`;
const nameOf = (seq: number) => `${String(seq).padStart(8, '0')}.json`;
const entryKey = (seq: number) => FOLDER + nameOf(seq);
const isEntry = (name: string) => name === nameOf(Number.parseInt(name, 10));

/** An entry that cannot be read. Its number stays taken. */
export interface DamagedEntry {
  readonly seq: number;
  readonly key: string;
  readonly why: string;
  /** Set when the entry is whole, but an earlier or a newer version made it. */
  readonly made?: 'earlier' | 'newer' | undefined;
}

type LatestEntry = {
  readonly entry: SiteEntry | null;
  /** Later entries, which cannot be read, the earliest first. */
  readonly damaged: readonly DamagedEntry[];
};

export type StoredEntry = { readonly entry: SiteEntry } | { readonly damaged: DamagedEntry };

const BATCH = 16;

export const describeEntry = ({ key, why, made }: DamagedEntry) => describeUnusable(key, { message: why, made });

async function readEntryOf(blobs: Blobs, seq: number): Promise<StoredEntry> {
  const key = entryKey(seq);
  try {
    const entry = parseEntry(unseal(await blobs.get(key)));
    if (entry.seq !== seq) throw new DamageError(`it is change ${entry.seq}`);
    return { entry };
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    const { message: why, made } = error;
    return { damaged: { seq, key, why, ...(made && { made }) } };
  }
}

async function readStateOf(blobs: Blobs, numbers: readonly number[]): Promise<LatestEntry> {
  const damaged: DamagedEntry[] = [];
  for (const seq of numbers.toReversed()) {
    const found = await readEntryOf(blobs, seq);
    if ('entry' in found) return { entry: found.entry, damaged };
    damaged.unshift(found.damaged);
  }
  return { entry: null, damaged };
}

async function numbersAfter(blobs: Blobs, seq: number): Promise<number[]> {
  const names = (await blobs.list(FOLDER, seq > 0 ? nameOf(seq) : undefined)).filter(isEntry);
  return names.map((name) => Number.parseInt(name, 10)).sort((a, b) => a - b);
}

/** @throws UserError when none can be read, or the latest one is of another version */
async function readLatest(blobs: Blobs): Promise<LatestEntry> {
  const state = await readFromHead(blobs);
  const latest = state.damaged.at(-1);
  const foreign = state.damaged.findLast(({ made }) => made);
  if (foreign?.made) throw new UserError(`${describeEntry(foreign)}: ${REMEDIES[foreign.made]}`);
  if (state.entry || !latest) return state;
  throw new UserError(
    `No entry of the store's index can be read (${describeEntry(latest)}): put its folder "${STORE.entries}" back from a backup.`,
  );
}

/** The head may be too low (killed command) or too high (restored backup). */
async function readFromHead(blobs: Blobs): Promise<LatestEntry> {
  const head = await readHead(blobs);
  const near = head > 0 ? await readStateOf(blobs, await numbersAfter(blobs, head - 1)) : null;
  return near?.entry ? near : readStateOf(blobs, await numbersAfter(blobs, 0));
}

const REMEDIES = {
  earlier:
    'move the store away (the folder "store" of DATA_DIR, or another prefix in STORE), and the next start fills a new one; requests stay in the database.',
  newer: 'run the newer version here, too. Nothing was changed.',
};

async function* readBackwardsOf(blobs: Blobs): AsyncGenerator<StoredEntry> {
  const { entry, damaged } = await readLatest(blobs);
  for (const unreadable of damaged.toReversed()) yield { damaged: unreadable };
  if (entry) yield { entry };
  for (let seq = (entry?.seq ?? 0) - 1; seq > 0; seq -= BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, seq) }, (_, at) => seq - at);
    for (const found of await Promise.all(numbers.map((number) => readIfStored(blobs, number)))) if (found) yield found;
  }
}

async function readIfStored(blobs: Blobs, seq: number): Promise<StoredEntry | null> {
  const found = await readEntryOf(blobs, seq);
  return 'entry' in found || (await blobs.has(entryKey(seq))) ? found : null;
}

export function entriesIn(blobs: Blobs) {
  const read = (seq: number) => readEntryOf(blobs, seq);
  const readState = () => readLatest(blobs);

  return {
    /** @throws UserError when there are entries and none can be read */
    readState,
    readBackwards: () => readBackwardsOf(blobs),
    /** @throws UserError when a later change cannot be read: its effect, such as a revocation, would get lost */
    readEntry: async (): Promise<SiteEntry | null> => {
      const { entry, damaged } = await readState();
      if (damaged.length > 0) throw new UserError(refusal({ entry, damaged }));
      return entry;
    },
    /** Null when there is no such change. @throws UserError when it is damaged */
    readEntryAt: async (seq: number): Promise<SiteEntry | null> => {
      if (!(await blobs.has(entryKey(seq)))) return null;
      const found = await read(seq);
      if ('entry' in found) return found.entry;
      const { damaged } = found;
      throw new UserError(`${describeEntry(damaged)}.${damaged.made ? '' : ' Put it back from a backup.'}`);
    },
    /** The state that a change replaced, skipping damaged entries. Null for the first change. */
    readEntryBefore: async (seq: number): Promise<SiteEntry | null> => {
      for (let earlier = seq - 1; earlier > 0; earlier -= 1) {
        const found = await read(earlier);
        if ('entry' in found) return found.entry;
      }
      return null;
    },
    /** Reads the entries after `seq`. When there are none, it costs one request. */
    readAfter: async (seq: number): Promise<LatestEntry> => {
      let entry: SiteEntry | null = null;
      let damaged: DamagedEntry[] = [];
      for (let next = seq + 1; await blobs.has(entryKey(next)); next += 1) {
        const found = await read(next);
        if ('damaged' in found) damaged.push(found.damaged);
        else [entry, damaged] = [found.entry, []];
      }
      return { entry, damaged };
    },
    /** All entries that can be read, the earliest first. */
    readHistory: async (): Promise<SiteEntry[]> => {
      const all = await Promise.all((await numbersAfter(blobs, 0)).map(read));
      return all.flatMap((one) => ('entry' in one ? [one.entry] : []));
    },
    /** Only a mirror of another store removes entries: a site keeps its own for ever. */
    removeEntry: (seq: number) => blobs.remove(entryKey(seq)),
    /** Resolves to false when another change has already taken this `seq`. */
    addEntry: async (entry: SiteEntry) => {
      // A power cut must not leave an entry without the values that it names.
      await blobs.sync();
      const isAdded = await blobs.add(entryKey(entry.seq), seal(entry));
      if (isAdded) await writeHead(blobs, entry.seq);
      await blobs.sync();
      return isAdded;
    },
  };
}

const refusal = ({ entry, damaged }: LatestEntry) =>
  `${damaged.map(describeEntry).join('; ')}. "npx pnpm release repair" continues from change ${entry?.seq}; or put the file back from a backup.`;
