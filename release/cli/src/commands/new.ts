import { lazyFrom } from '@site/release-core/lazy';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

/** Works without a site. */
export const newRemote: Command = {
  usage: 'new <name> <folder>',
  description: 'writes a remote with one page into remote-<name> here, or into a folder for a repository of its own',
  minArguments: 2,
  isReadOnly: true,
  runsHere: true,
  run: (context, word = '', folder = '') =>
    lazy<typeof import('../scaffold/new-remote')>('../scaffold/new-remote').writeNewRemote(context, word, folder),
};
