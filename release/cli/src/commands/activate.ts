import { runChecks } from '../check/run-checks';
import type { Command } from './command';
import { making } from './making';

export const activate: Command = {
  usage: 'activate <name>@<id>… [--accept <name>] [--unchecked]',
  flags: ['accept', 'unchecked', 'retire', 'redirect'],
  description: 'activates published releases, all in one change; checks them in a browser unless they were checked',
  minArguments: 1,
  isVariadic: true,
  ...making('activate', { runChecks }),
};
