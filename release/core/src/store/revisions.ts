import { STORE } from '@site/contract/stored-files';
import { DamageError, describeUnusable, FormatError, seal, unseal } from '../integrity';
import { UserError } from '../user-error';
import type { Blobs } from './blobs';
import type { Revision } from './revision';

const FOLDER = `${STORE.revisions}/`;
const nameOf = (seq: number) => `${String(seq).padStart(8, '0')}.json`;
const revisionKey = (seq: number) => FOLDER + nameOf(seq);
const isRevision = (name: string) => name === nameOf(Number.parseInt(name, 10));

/** A revision that cannot be read. Its number stays taken. */
export interface DamagedRevision {
  readonly seq: number;
  readonly key: string;
  readonly why: string;
  /** Set when the revision is whole, but an earlier or a newer version made it. */
  readonly made?: 'earlier' | 'newer' | undefined;
}

type LatestRevision = {
  readonly revision: Revision | null;
  /** Later revisions, which cannot be read, the earliest first. */
  readonly damaged: readonly DamagedRevision[];
};

export type StoredRevision = { readonly revision: Revision } | { readonly damaged: DamagedRevision };

const BATCH = 16;

export const describeRevision = ({ key, why, made }: DamagedRevision) => describeUnusable(key, { message: why, made });

async function readRevisionOf(blobs: Blobs, seq: number): Promise<StoredRevision> {
  const key = revisionKey(seq);
  try {
    const revision = unseal(await blobs.get(key)) as Revision;
    // All that this version reads have it, also those from before formats had numbers.
    if (!revision.since) throw new FormatError('earlier');
    if (revision.seq !== seq) throw new DamageError(`it is change ${revision.seq}`);
    return { revision };
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    const { message: why, made } = error;
    return { damaged: { seq, key, why, ...(made && { made }) } };
  }
}

async function readStateOf(blobs: Blobs, numbers: readonly number[]): Promise<LatestRevision> {
  const damaged: DamagedRevision[] = [];
  for (const seq of numbers.toReversed()) {
    const found = await readRevisionOf(blobs, seq);
    if ('revision' in found) return { revision: found.revision, damaged };
    damaged.unshift(found.damaged);
  }
  return { revision: null, damaged };
}

async function numbersIn(blobs: Blobs): Promise<number[]> {
  const names = (await blobs.list(FOLDER)).filter(isRevision);
  return names.map((name) => Number.parseInt(name, 10)).sort((a, b) => a - b);
}

async function readLatest(blobs: Blobs): Promise<LatestRevision> {
  const state = await readStateOf(blobs, await numbersIn(blobs));
  const latest = state.damaged.at(-1);
  const foreign = state.damaged.findLast(({ made }) => made);
  if (foreign?.made) throw new UserError(`${describeRevision(foreign)}: ${REMEDIES[foreign.made]}`);
  if (state.revision || !latest) return state;
  throw new UserError(
    `No revision of the store's index can be read (${describeRevision(latest)}): put its folder "${STORE.revisions}" back from a backup.`,
  );
}

const REMEDIES = {
  earlier:
    'move the store away (the folder "store" of DATA_DIR, or another prefix in STORE), and the next start fills a new one; requests stay in the database.',
  newer: 'run the newer version here, too. Nothing was changed.',
};

async function* readBackwardsOf(blobs: Blobs): AsyncGenerator<StoredRevision> {
  const { revision, damaged } = await readLatest(blobs);
  for (const unreadable of damaged.toReversed()) yield { damaged: unreadable };
  if (revision) yield { revision };
  for (let seq = (revision?.seq ?? 0) - 1; seq > 0; seq -= BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, seq) }, (_, at) => seq - at);
    for (const found of await Promise.all(numbers.map((number) => readIfStored(blobs, number)))) if (found) yield found;
  }
}

async function readIfStored(blobs: Blobs, seq: number): Promise<StoredRevision | null> {
  const found = await readRevisionOf(blobs, seq);
  return 'revision' in found || (await blobs.has(revisionKey(seq))) ? found : null;
}

export function revisionsIn(blobs: Blobs) {
  const read = (seq: number) => readRevisionOf(blobs, seq);
  const readState = () => readLatest(blobs);

  return {
    readState,
    readBackwards: () => readBackwardsOf(blobs),
    /** @throws UserError when a later change cannot be read: its effect, such as a revocation, would get lost */
    readRevision: async (): Promise<Revision | null> => {
      const { revision, damaged } = await readState();
      if (damaged.length > 0) throw new UserError(refusal({ revision, damaged }));
      return revision;
    },
    /** Null when there is no such change. @throws UserError when it is damaged */
    readRevisionAt: async (seq: number): Promise<Revision | null> => {
      if (!(await blobs.has(revisionKey(seq)))) return null;
      const found = await read(seq);
      if ('revision' in found) return found.revision;
      const { damaged } = found;
      throw new UserError(`${describeRevision(damaged)}.${damaged.made ? '' : ' Put it back from a backup.'}`);
    },
    /** The state that a change replaced, skipping damaged revisions. Null for the first change. */
    readRevisionBefore: async (seq: number): Promise<Revision | null> => {
      for (let earlier = seq - 1; earlier > 0; earlier -= 1) {
        const found = await read(earlier);
        if ('revision' in found) return found.revision;
      }
      return null;
    },
    /** Reads the revisions after `seq`. When there are none, it costs one request. */
    readAfter: async (seq: number): Promise<LatestRevision> => {
      let revision: Revision | null = null;
      let damaged: DamagedRevision[] = [];
      for (let next = seq + 1; await blobs.has(revisionKey(next)); next += 1) {
        const found = await read(next);
        if ('damaged' in found) damaged.push(found.damaged);
        else [revision, damaged] = [found.revision, []];
      }
      return { revision, damaged };
    },
    /** Only a mirror of another store removes revisions: a site keeps its own for ever. */
    removeRevision: (seq: number) => blobs.remove(revisionKey(seq)),
    /** Resolves to false when another change has already taken this `seq`. */
    addRevision: async (revision: Revision) => {
      // A power cut must not leave a revision without the values that it names.
      await blobs.sync();
      const isAdded = await blobs.add(revisionKey(revision.seq), seal(revision));
      await blobs.sync();
      return isAdded;
    },
  };
}

const refusal = ({ revision, damaged }: LatestRevision) =>
  `${damaged.map(describeRevision).join('; ')}. "npx pnpm release repair" continues from change ${revision?.seq}; or put the file back from a backup.`;
