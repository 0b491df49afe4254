import type { Repair } from '@site/release-core/changes/repair';
import { lazyFrom } from '@site/release-core/lazy';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

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
