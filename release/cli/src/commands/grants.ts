import { lazyFrom } from '@site/release-core/lazy';
import { UserError } from '@site/release-core/user-error';
import { RIGHTS } from '@site/release-core/wire/protocol';
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
  run: (context, ...words) => lazy<typeof import('../stores/grants')>('../stores/grants').giveGrant(context, words),
};

export const grants: Command = {
  usage: 'grants',
  description: 'lists the grants: rights, last day, and the last change of each among the latest 200',
  minArguments: 0,
  isReadOnly: true,
  jsonKeys: ['grants'],
  run: ({ store }) => lazy<typeof import('../stores/grants')>('../stores/grants').listGrants(store),
};

export const ungrant: Command = {
  usage: 'ungrant <grant>',
  description: 'withdraws a grant: its token is refused from the next request on',
  minArguments: 1,
  run: async ({ store, options }, id = '') => {
    const { grantsIn } = lazy<typeof import('@site/release-core/wire/grants')>('@site/release-core/wire/grants');
    const grants = grantsIn(store.blobs);
    const grant = await grants.read(id);
    if (!grant) throw new UserError(`There is no grant ${JSON.stringify(id)}: "npx pnpm release grants" lists them.`);
    const isNew = await grants.withdraw(id, { by: options.who, why: options.why, at: new Date().toISOString() });
    return {
      text: isNew
        ? `Grant ${id} of ${grant.to} is withdrawn. What it published and activated stays.`
        : `Grant ${id} of ${grant.to} is withdrawn already.`,
      json: { id, to: grant.to, changed: isNew },
    };
  },
};
