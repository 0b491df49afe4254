import { lazyFrom } from '@site/release-core/lazy';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

export const verify: Command = {
  usage: 'verify',
  description: 'compares all that is stored with its hashes, lists what is missing and what has changed',
  minArguments: 0,
  isReadOnly: true,
  jsonKeys: ['seq', 'damage', 'remarks'],
  run: ({ store }) => lazy<typeof import('../stores/verify-store')>('../stores/verify-store').verifyStore(store),
};
