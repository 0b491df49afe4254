import { lazyFrom } from '@site/release-core/lazy';
import { changeCommand } from '../command/change-command';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

export const revoke: Command = {
  usage: 'revoke <name>@<id>',
  description: 'bans a release for good; if it is active, the previous one takes its place',
  minArguments: 1,
  mayUseReserve: true,
  ...changeCommand({
    change: () => lazy<typeof import('@site/release-core/changes/revoke')>('@site/release-core/changes/revoke').revoke,
    input: () => ({}),
    whyNot: (_, words) => `${words[0]} is revoked already.`,
  }),
};
