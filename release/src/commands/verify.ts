import { requireState } from '../changes/decide';
import { verify as findDamage } from '../store/verify';
import type { Command } from './command';

const ADVICE = 'Publish the same sources again to restore a release; the next change restores a page.';

export const verify: Command = {
  usage: 'verify',
  does: 'compares all files that the index names with their hashes, lists missing and changed ones',
  words: 0,
  run: async ({ store }) => {
    const index = requireState(await store.readIndex());
    const damage = await findDamage(store, index);
    const text = damage.length > 0 ? [...damage, ADVICE].join('\n') : 'All files that the index names are undamaged.';
    return { text, json: { seq: index.seq, damage }, isBad: damage.length > 0 };
  },
};
