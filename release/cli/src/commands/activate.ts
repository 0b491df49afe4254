import { lazyFrom } from '@site/release-core/lazy';
import { changeCommand, RETIREMENT_FLAGS } from '../command/change-command';
import type { Command, Flags } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  accept: {
    type: 'string',
    multiple: true,
    value: '<name>',
    description: 'activates although the type of this name has changed',
  },
  watch: { type: 'string', value: '<days>', description: 'compares its failures for 7d instead of 3d' },
  'no-watch': { type: 'boolean', description: 'never goes back by itself' },
  resume: { type: 'boolean', description: 'lifts the holds of these parts in the same change' },
  unchecked: { type: 'boolean', description: 'skips the check in a browser; needs --why' },
  ...RETIREMENT_FLAGS,
} as const satisfies Flags;

export const activate: Command<typeof flags> = {
  usage: 'activate <name>@<id>… [--accept <name>] [--resume] [--unchecked] [--watch 7d | --no-watch]',
  flags,
  description: 'activates published releases, all in one change; checks them in a browser unless they were checked',
  minArguments: 1,
  isVariadic: true,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/activate')>('@site/release-core/changes/activate').activate,
    input: ({ accept, unchecked, resume, retire, redirect, watch, 'no-watch': isUnwatched }) => ({
      accept: [...accept],
      isUnchecked: unchecked,
      isResuming: resume,
      watch,
      isUnwatched,
      retire: [...retire],
      redirect: [...redirect],
    }),
    whyNot: (_, words) => `${words.join(', ')} ${words.length > 1 ? 'are' : 'is'} active already.`,
    runChecks: (run) => lazy<typeof import('../check/run-checks')>('../check/run-checks').runChecks(run),
  }),
};
