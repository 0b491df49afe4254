import { findPrunable, prune as remove } from '../store/prune';
import type { Command } from './command';

export const prune: Command = {
  usage: 'prune [--keep 10] [--days 30]',
  does: 'removes releases that no rollback needs, but the newest and the young ones',
  words: 0,
  run: async ({ store, options }) => {
    const found = await findPrunable(store, await store.readHistory(), { ...options, now: new Date() });
    await remove(store, found);
    const releases = found.releases.map(({ name, id }) => `${name}@${id}`);
    return {
      text: [...releases, `${releases.length} releases and ${found.keys.length} composed files removed.`].join('\n'),
      json: { releases, files: found.keys.length },
    };
  },
};
