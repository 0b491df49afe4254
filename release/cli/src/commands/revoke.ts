import { revoke as change } from '@site/release-core/changes/revoke';
import type { Command } from './command';
import { making } from './making';

export const revoke: Command = {
  usage: 'revoke <name>@<id>',
  description: 'bans a release for good; if it is active, the previous one takes its place',
  minArguments: 1,
  mayUseReserve: true,
  ...making({ change, input: () => ({}), whyNot: (_, words) => `${words[0]} is revoked already.` }),
};
