import { describeHold } from '@site/release-core/changes/held-error';
import { hold as change } from '@site/release-core/changes/hold';
import { findHold } from '@site/release-core/store/holds';
import type { Command } from './command';
import { making } from './making';

export const hold: Command = {
  usage: 'hold <name>… --why "…"',
  description:
    'refuses activations of these parts, with exit code 3, until "resume"; a rollback holds its parts in the same way',
  minArguments: 1,
  isVariadic: true,
  ...making({
    change,
    input: () => ({}),
    whyNot: ({ holds }, words) => {
      const found = words.flatMap((name) => {
        const one = findHold({ holds }, name);
        return one ? [describeHold(name, one)] : [];
      });
      return `${found.join('\n')} Nothing was changed.`;
    },
  }),
};
