import { activate as change } from '@site/release-core/changes/activate';
import { runChecks } from '../check/run-checks';
import type { Command } from './command';
import { making } from './making';

export const activate: Command = {
  usage: 'activate <name>@<id>… [--accept <name>] [--unchecked]',
  flags: ['accept', 'unchecked', 'retire', 'redirect'],
  description: 'activates published releases, all in one change; checks them in a browser unless they were checked',
  minArguments: 1,
  isVariadic: true,
  ...making(change, (_, { words }) => `${words.join(', ')} ${words.length > 1 ? 'are' : 'is'} active already.`, {
    runChecks,
  }),
};
