import { repair as mend, type Repair } from '../changes/repair';
import type { Command } from './command';

export const repair: Command = {
  usage: 'repair',
  does: 'mends damage by composing again, and lists what only a publication restores',
  words: 0,
  mayUseReserve: true,
  run: async ({ store, options }) => {
    const found = await mend(store, options.why);
    const { mended, left, added } = found;
    return {
      text: describe(found),
      json: { changed: added !== null, seq: added?.seq, mended, left },
      isBad: left.length > 0,
    };
  },
};

function describe({ mended, left, added, from }: Repair): string {
  if (mended.length + left.length === 0) return 'Nothing is damaged.';
  return [
    ...mended.map((one) => `mended: ${one}`),
    ...left.map((one) => `not mended: ${one}`),
    ...(added ? [describeAdded(added.seq, from)] : []),
    ...(left.length > 0
      ? ['Publish the same sources again, or put the files back from a backup; then repair again.']
      : []),
  ].join('\n');
}

const describeAdded = (seq: number, from: number) =>
  `Change ${seq} has the releases of change ${from}, the latest that could be read${from < seq - 1 ? ': repeat the changes that came after it' : ''}.`;
