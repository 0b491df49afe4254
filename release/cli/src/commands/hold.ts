import { lazyFrom } from '@site/release-core/lazy';
import { changeCommand } from '../command/change-command';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

export const hold: Command = {
  usage: 'hold <name>… --why "…"',
  description:
    'refuses activations of these parts, with exit code 3, until "resume"; a rollback holds its parts in the same way',
  minArguments: 1,
  isVariadic: true,
  ...changeCommand({
    change: () => lazy<typeof import('@site/release-core/changes/hold')>('@site/release-core/changes/hold').hold,
    input: () => ({}),
    whyNot: ({ holds }, words) => {
      const { describeHold } = lazy<typeof import('@site/release-core/changes/holds')>(
        '@site/release-core/changes/holds',
      );
      const holdLines = words.flatMap((name) => {
        const hold = holds[name];
        return hold ? [describeHold(name, hold)] : [];
      });
      return `${holdLines.join('\n')} Nothing was changed.`;
    },
  }),
};
