import { requireState } from '@site/release-core/changes/decide';
import { type Repair, repair as repairStore } from '@site/release-core/changes/repair';
import { verify as findDamage } from '@site/release-core/store/damage';
import { type Prunable, pruneStore } from '@site/release-core/store/prune';
import { describeRevision } from '@site/release-core/store/revisions';
import { type CommandOutput, type Context, readCount } from '../command';

const ADVICE =
  '"npx pnpm release repair" repairs what can be composed again, and lists what only a publication or a backup restores.';

export async function verify({ store }: Context): Promise<CommandOutput> {
  const { revision, damaged } = await store.readState();
  const state = requireState(revision);
  const damage = [...damaged.map(describeRevision), ...(await findDamage(store, state))];
  const lines = damage.length > 0 ? [...damage, ADVICE] : ['All releases and all active pages are undamaged.'];
  return {
    text: lines.join('\n'),
    json: { seq: state.seq, damage },
    isBad: damage.length > 0,
  };
}

export async function repair({ store, options }: Context): Promise<CommandOutput> {
  const outcome = await repairStore(store, options.why);
  const { repaired, left, added } = outcome;
  return {
    text: describe(outcome),
    json: { changed: added !== null, seq: added?.seq, repaired, left },
    isBad: left.length > 0,
  };
}

function describe({ repaired, left, added, from }: Repair): string {
  if (repaired.length + left.length === 0) return 'Nothing is damaged.';
  return [
    ...repaired.map((one) => `repaired: ${one}`),
    ...left.map((one) => `not repaired: ${one}`),
    ...(added ? [describeAdded(added.seq, from)] : []),
    ...(left.length > 0
      ? ['Publish the same sources again, or put the files back from a backup; then repair again.']
      : []),
  ].join('\n');
}

const describeAdded = (seq: number, from: number) =>
  `Change ${seq} has the releases of change ${from}, the latest that could be read${from < seq - 1 ? ': repeat the changes that came after it' : ''}.`;

interface PruneOptions {
  readonly keep: string | undefined;
  readonly days: string | undefined;
}

export async function prune({
  store,
  options: { keep = '10', days = '30' },
}: Context<PruneOptions>): Promise<CommandOutput> {
  const pruned = await pruneStore(store, { keep: readCount('keep', keep), days: readCount('days', days) });
  const { uploads } = pruned;
  const releases = pruned.releases.map(({ name, id }) => `${name}@${id}`);
  return {
    text: [...releases, describePruned(pruned), ...describeUploads(uploads.length)].join('\n'),
    json: { releases, files: pruned.keys.length, scratch: pruned.scratch.length, uploads: uploads.length },
  };
}

const describePruned = ({ releases, keys, scratch }: Prunable) =>
  `${releases.length} releases, ${keys.length} composed files and ${scratch.length} scratch files of ended processes removed.`;

const describeUploads = (count: number) => (count > 0 ? [`${count} uploads of more than a day ago removed.`] : []);
