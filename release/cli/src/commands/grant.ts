import { lazyFrom } from '@site/release-core/lazy';
import { RIGHTS } from '@site/release-core/wire/wire';
import type { Command, Flags } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  team: { type: 'string', value: '"<team>"', description: 'who gets the grant, for the log' },
  may: {
    type: 'string',
    value: '<right>,…',
    description: `what the grant allows: ${RIGHTS.join(', ')}`,
  },
  until: { type: 'string', value: '<day>', description: 'the last day of the grant' },
  oidc: { type: 'string', value: '<issuer>', description: 'accepts identity tokens of a CI instead of a secret' },
  claim: {
    type: 'string',
    multiple: true,
    value: '<name>=<value>',
    description: 'a claim that the identity token must contain',
  },
} as const satisfies Flags;

export const grant: Command<typeof flags> = {
  usage: 'grant <name>… --team "<team>" [--may <right>,…] [--until <day>]',
  flags,
  description: 'lets a team release these parts from its own machine; prints its token once',
  minArguments: 0,
  isVariadic: true,
  run: (context, ...words) =>
    lazy<typeof import('../grants/give-grant')>('../grants/give-grant').giveGrant(context, words),
};
