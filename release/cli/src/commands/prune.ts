import { findPrunable, type Prunable, readKeptHistory, prune as remove } from '@site/release-core/store/prune';
import { listLeftUploads } from '@site/release-core/wire/open-uploads';
import type { Command } from './command';

export const prune: Command = {
  usage: 'prune [--keep 10] [--days 30]',
  flags: ['keep', 'days'],
  description: 'removes releases that no rollback needs, except the newest and recent ones',
  minArguments: 0,
  run: async ({ store, options }) => {
    // Fails when the latest entry cannot be read, because it may need releases that earlier ones do not.
    await store.readIndex();
    const kept = { ...options, now: new Date() };
    const history = await readKeptHistory(store, kept);
    const found = await findPrunable(store, history, kept);
    await remove(store, found);
    const uploads = await listLeftUploads(store.blobs, new Date());
    for (const key of uploads) await store.blobs.remove(key);
    const releases = found.releases.map(({ name, id }) => `${name}@${id}`);
    return {
      text: [...releases, describe(found), ...describeUploads(uploads.length)].join('\n'),
      json: { releases, files: found.keys.length, scratch: found.scratch.length, uploads: uploads.length },
    };
  },
};

const describe = ({ releases, keys, scratch }: Prunable) =>
  `${releases.length} releases, ${keys.length} composed files and ${scratch.length} scratch files of ended processes removed.`;

const describeUploads = (count: number) => (count > 0 ? [`${count} uploads of more than a day ago removed.`] : []);
