import { RELEASE_FILE } from '@site/contract/addresses';
import { STORE } from '@site/contract/stored-files';
import { createConcurrencyLimit } from '../concurrency';
import { UserError } from '../user-error';
import type { Blobs } from './blobs';
import { verify } from './damage';
import { openStore } from './store';

export interface MirrorResult {
  /** Values that this run copied, and their bytes; revisions do not count. */
  readonly values: number;
  readonly bytes: number;
  readonly entries: number;
  readonly seq: number;
}

interface BlobPair {
  readonly from: Blobs;
  readonly to: Blobs;
}

/** Folders of the store, with the levels of names below each. A release's description is copied after its files. */
const AREAS = {
  bodies: 1,
  rendered: 1,
  publications: 2,
  checks: 2,
  activations: 2,
  node: 3,
  maps: 3,
  r: 3,
  grants: 1,
  visits: 2,
  watches: 1,
} as const;
const REVISIONS = `${STORE.revisions}/`;
const REVISION = /^\d{8,}\.json$/;
/** Figures of a watch that goes on. They are written again each minute. */
const LOOK = '.look.json';
const AT_ONCE = 8;

/** Revisions are copied last: until then, nothing is active in the target. A second run goes on where one stopped. */
export async function mirrorStore(both: BlobPair): Promise<MirrorResult> {
  const { from, to } = both;
  const { revision } = await openStore(from).readState();
  if (!revision) throw new UserError('The store of --from is empty: name another.');
  // They are read first: everything that these revisions name is then in the source already.
  const revisions = await revisionsOf(from);
  await refuseOtherHistory(both, revisions);
  const copied = await copyValues(both);
  const damage = await verify(openStore(to), revision);
  if (damage.length > 0) {
    throw new UserError(
      `${damage.slice(0, 5).join('; ')}${damage.length > 5 ? ` and ${damage.length - 5} more` : ''}. Nothing is active in the mirror: run "npx pnpm release verify" on the source. Where it finds nothing, mirror into an empty store.`,
    );
  }
  await to.sync();
  let added = 0;
  for (const name of revisions) added += await copyRevision(both, name);
  await to.sync();
  return { ...copied, entries: added, seq: revision.seq };
}

const revisionsOf = async (blobs: Blobs) => (await blobs.list(REVISIONS)).filter((name) => REVISION.test(name)).sort();

async function refuseOtherHistory({ from, to }: BlobPair, revisions: readonly string[]) {
  for (const name of await revisionsOf(to)) {
    const [theirs, ours] = await Promise.all([
      to.get(REVISIONS + name),
      revisions.includes(name) ? from.get(REVISIONS + name) : null,
    ]);
    if (ours && theirs?.equals(ours)) continue;
    const change = Number.parseInt(name, 10);
    throw new UserError(
      ours
        ? `The store of --to has another history: its change ${change} differs. Mirror into an empty store.`
        : `The store of --to has change ${change}, which that of --from lacks: mirror the other way, or into an empty store.`,
    );
  }
}

async function copyValues(both: BlobPair) {
  const limited = createConcurrencyLimit(AT_ONCE);
  let [values, bytes] = [0, 0];
  const copy = (key: string) =>
    limited(async () => {
      const value = await both.from.get(key);
      if (value && (await both.to.add(key, value))) [values, bytes] = [values + 1, bytes + value.length];
    });
  for (const [area, levels] of Object.entries(AREAS)) {
    for (const folder of await foldersIn(both.from, `${area}/`, levels)) {
      const there = new Set(await both.to.list(folder));
      const names = await both.from.list(folder);
      const isLast = (name: string) => area === 'r' && name === RELEASE_FILE;
      const isWanted = (name: string) => !there.has(name) && !isLast(name) && !name.endsWith(LOOK);
      await Promise.all(names.filter(isWanted).map((name) => copy(folder + name)));
      if (!names.some(isLast)) continue;
      if (there.has(RELEASE_FILE)) await requireSame(both, folder + RELEASE_FILE);
      else await copy(folder + RELEASE_FILE);
    }
  }
  return { values, bytes };
}

async function foldersIn(blobs: Blobs, prefix: string, levels: number): Promise<string[]> {
  if (levels === 1) return [prefix];
  const missing = [];
  for (const name of await blobs.list(prefix))
    missing.push(...(await foldersIn(blobs, `${prefix}${name}/`, levels - 1)));
  return missing;
}

async function requireSame({ from, to }: BlobPair, key: string) {
  const [ours, theirs] = await Promise.all([from.get(key), to.get(key)]);
  if (!ours || theirs?.equals(ours)) return;
  throw new UserError(`The store of --to has another ${key}: mirror into an empty store.`);
}

async function copyRevision({ from, to }: BlobPair, name: string): Promise<number> {
  const revision = await from.get(REVISIONS + name);
  if (!revision) throw new UserError(`The store of --from has lost ${REVISIONS}${name}: nothing after it was copied.`);
  if (await to.add(REVISIONS + name, revision)) return 1;
  if ((await to.get(REVISIONS + name))?.equals(revision)) return 0;
  throw new UserError(
    `${REVISIONS}${name} was added to the store of --to meanwhile: stop its site, mirror into an empty store.`,
  );
}
