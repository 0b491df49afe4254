import { resume as change } from '@site/release-core/changes/resume';
import type { Command } from './command';
import { making } from './making';

export const resume: Command = {
  usage: 'resume <name>…',
  description: 'lifts the hold of these parts; it activates nothing',
  minArguments: 1,
  isVariadic: true,
  ...making({
    change,
    input: () => ({}),
    whyNot: (_, words) => `${words.join(', ')} ${words.length > 1 ? 'are' : 'is'} not held.`,
  }),
};
