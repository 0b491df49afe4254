import { lazyFrom } from '@site/release-core/lazy';
import type { Prunable } from '@site/release-core/store/prune';
import { type Command, type Flags, readCount } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  keep: { type: 'string', value: '<count>', description: 'releases to keep of each name, 10 by default' },
  days: { type: 'string', value: '<count>', description: 'removes nothing younger than this many days, 30 by default' },
} as const satisfies Flags;

export const prune: Command<typeof flags> = {
  usage: 'prune [--keep 10] [--days 30]',
  flags,
  description: 'removes releases that no rollback needs, except the newest and recent ones',
  minArguments: 0,
  run: async ({ store, options: { keep = '10', days = '30' } }) => {
    const { pruneStore } = lazy<typeof import('@site/release-core/operations/prune-store')>(
      '@site/release-core/operations/prune-store',
    );
    const pruned = await pruneStore(store, { keep: readCount('keep', keep), days: readCount('days', days) });
    const { uploads } = pruned;
    const releases = pruned.releases.map(({ name, id }) => `${name}@${id}`);
    return {
      text: [...releases, describe(pruned), ...describeUploads(uploads.length)].join('\n'),
      json: { releases, files: pruned.keys.length, scratch: pruned.scratch.length, uploads: uploads.length },
    };
  },
};

const describe = ({ releases, keys, scratch }: Prunable) =>
  `${releases.length} releases, ${keys.length} composed files and ${scratch.length} scratch files of ended processes removed.`;

const describeUploads = (count: number) => (count > 0 ? [`${count} uploads of more than a day ago removed.`] : []);
