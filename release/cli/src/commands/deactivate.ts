import { deactivate as change } from '@site/release-core/changes/deactivate';
import type { Command } from './command';
import { making, RETIREMENT } from './making';

export const deactivate: Command<typeof RETIREMENT> = {
  usage: 'deactivate <name>',
  flags: RETIREMENT,
  description: 'takes a part out of the site; its releases stay published',
  minArguments: 1,
  mayUseReserve: true,
  ...making({
    change,
    input: ({ retire, redirect }) => ({ retire: [...retire], redirect: [...redirect] }),
    whyNot: (_, words) => `${words[0]} is already inactive.`,
  }),
};
