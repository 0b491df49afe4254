import { lazyFrom } from '@site/release-core/lazy';
import { UserError } from '@site/release-core/user-error';
import type { Command } from '../command/command';

const lazy = lazyFrom(import.meta.url);

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
