import type { Repair } from '@site/release-core/changes/repair';
import { lazyFrom } from '@site/release-core/lazy';
import type { Prunable } from '@site/release-core/operations/prune';
import { type Command, type Flags, readCount } from '../command/command';

const lazy = lazyFrom(import.meta.url);

export const verify: Command = {
  usage: 'verify',
  description: 'compares all that is stored with its hashes, lists what is missing and what has changed',
  minArguments: 0,
  isReadOnly: true,
  jsonKeys: ['seq', 'damage'],
  run: ({ store }) => lazy<typeof import('../stores/between-stores')>('../stores/between-stores').verifyStore(store),
};

export const repair: Command = {
  usage: 'repair',
  description: 'repairs damage by composing again, and lists what only a publication restores',
  minArguments: 0,
  mayUseReserve: true,
  run: async ({ store, options }) => {
    const core = lazy<typeof import('@site/release-core/changes/repair')>('@site/release-core/changes/repair');
    const outcome = await core.repair(store, options.why);
    const { repaired, left, added } = outcome;
    return {
      text: describe(outcome),
      json: { changed: added !== null, seq: added?.seq, mended: repaired, left },
      isBad: left.length > 0,
    };
  },
};

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

const pruneFlags = {
  keep: { type: 'string', value: '<count>', description: 'releases to keep of each name, 10 by default' },
  days: { type: 'string', value: '<count>', description: 'removes nothing younger than this many days, 30 by default' },
} as const satisfies Flags;

export const prune: Command<typeof pruneFlags> = {
  usage: 'prune [--keep 10] [--days 30]',
  flags: pruneFlags,
  description: 'removes releases that no rollback needs, except the newest and recent ones',
  minArguments: 0,
  run: async ({ store, options: { keep = '10', days = '30' } }) => {
    const { pruneStore } = lazy<typeof import('@site/release-core/operations/prune')>(
      '@site/release-core/operations/prune',
    );
    const pruned = await pruneStore(store, { keep: readCount('keep', keep), days: readCount('days', days) });
    const { uploads } = pruned;
    const releases = pruned.releases.map(({ name, id }) => `${name}@${id}`);
    return {
      text: [...releases, describePruned(pruned), ...describeUploads(uploads.length)].join('\n'),
      json: { releases, files: pruned.keys.length, scratch: pruned.scratch.length, uploads: uploads.length },
    };
  },
};

const describePruned = ({ releases, keys, scratch }: Prunable) =>
  `${releases.length} releases, ${keys.length} composed files and ${scratch.length} scratch files of ended processes removed.`;

const describeUploads = (count: number) => (count > 0 ? [`${count} uploads of more than a day ago removed.`] : []);

const copyFlags = {
  from: { type: 'string', value: '<store>', description: 'the store to copy' },
  to: { type: 'string', value: '<store>', description: 'the store that receives the copy' },
} as const satisfies Flags;

export const copy: Command<typeof copyFlags> = {
  usage: 'copy --from <store> --to <store>',
  description: 'copies a release store, each a folder or s3://bucket/prefix; interrupted, it goes on where it stopped',
  flags: copyFlags,
  minArguments: 0,
  isReadOnly: true,
  isBetweenStores: true,
  run: (context) => lazy<typeof import('../stores/between-stores')>('../stores/between-stores').copyNamed(context),
};
