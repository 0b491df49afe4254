import { lazyFrom } from '@site/release-core/lazy';
import { changeCommand } from '../command/change-command';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

export const resume: Command = {
  usage: 'resume <name>…',
  description: 'lifts the hold of these parts; it activates nothing',
  minArguments: 1,
  isVariadic: true,
  ...changeCommand({
    change: () => lazy<typeof import('@site/release-core/changes/resume')>('@site/release-core/changes/resume').resume,
    input: () => ({}),
    whyNot: (_, words) => `${words.join(', ')} ${words.length > 1 ? 'are' : 'is'} not held.`,
  }),
};
