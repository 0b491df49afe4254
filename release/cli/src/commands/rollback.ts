import type { Command } from './command';
import { making } from './making';

export const rollback: Command = {
  usage: 'rollback <name>[@<id>]… [--from <id>] [--to <id>] | --change <seq>',
  flags: ['from', 'to', 'change'],
  description: 'activates the previous releases, an earlier one, or those from before a change',
  minArguments: 0,
  mayUseReserve: true,
  isVariadic: true,
  ...making('rollback'),
};
