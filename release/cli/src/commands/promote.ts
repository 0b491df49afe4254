import { lazyFrom } from '@site/release-core/lazy';
import type { Command, Flags } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  from: { type: 'string', value: '<address>', description: 'the site that has the release' },
} as const satisfies Flags;

/** The target gets exactly the bytes that were tested on the source. */
export const promote: Command<typeof flags> = {
  usage: 'promote <name>@<id> --from <address> --site <address>',
  description: 'publishes a release of one site on another, with the same bytes; builds and activates nothing',
  flags,
  minArguments: 1,
  runsHere: true,
  run: (context, word) =>
    lazy<typeof import('../stores/promote-release')>('../stores/promote-release').promoteRelease(context, word),
};
