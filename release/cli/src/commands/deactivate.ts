import { lazyFrom } from '@site/release-core/lazy';
import { changeCommand, RETIREMENT_FLAGS } from '../command/change-command';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

export const deactivate: Command<typeof RETIREMENT_FLAGS> = {
  usage: 'deactivate <name>',
  flags: RETIREMENT_FLAGS,
  description: 'takes a part out of the site; its releases stay published',
  minArguments: 1,
  mayUseReserve: true,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/deactivate')>('@site/release-core/changes/deactivate').deactivate,
    input: ({ retire, redirect }) => ({ retire: [...retire], redirect: [...redirect] }),
    whyNot: (_, words) => `${words[0]} is already inactive.`,
  }),
};
