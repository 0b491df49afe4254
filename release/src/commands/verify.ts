import { mustBeActive } from '../changes/decide';
import { verify as findDamage } from '../store/verify';
import type { Command } from './command';

const ADVICE = 'Publish the same sources again to mend a release; a page is written again with the next change.';

export const verify: Command = {
  usage: 'verify',
  does: 'hashes again all that the index names, and tells what is missing or has changed',
  words: 0,
  run: async ({ store }) => {
    const index = mustBeActive(await store.readIndex());
    const damage = await findDamage(store, index);
    const text = damage.length > 0 ? [...damage, ADVICE].join('\n') : 'All that the index names is whole.';
    return { text, json: { seq: index.seq, damage }, isBad: damage.length > 0 };
  },
};
