import { deactivate as change } from '@site/release-core/changes/deactivate';
import type { Command } from './command';
import { making } from './making';

export const deactivate: Command = {
  usage: 'deactivate <name>',
  flags: ['retire', 'redirect'],
  description: 'takes a part out of the site; its releases stay published',
  minArguments: 1,
  mayUseReserve: true,
  ...making(change, (_, { words }) => `${words[0]} is already inactive.`),
};
