import { lazyFrom } from '@site/release-core/lazy';
import type { Command } from './command';
import { making, RETIREMENT } from './making';

const lazy = lazyFrom(import.meta.url);

export const deactivate: Command<typeof RETIREMENT> = {
  usage: 'deactivate <name>',
  flags: RETIREMENT,
  description: 'takes a part out of the site; its releases stay published',
  minArguments: 1,
  mayUseReserve: true,
  ...making({
    change: () =>
      lazy<typeof import('@site/release-core/changes/deactivate')>('@site/release-core/changes/deactivate').deactivate,
    input: ({ retire, redirect }) => ({ retire: [...retire], redirect: [...redirect] }),
    whyNot: (_, words) => `${words[0]} is already inactive.`,
  }),
};
