import { lazyFrom } from '@site/release-core/lazy';
import { UserError } from '@site/release-core/user-error';
import type { Command, Flags } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  changed: { type: 'boolean', description: 'publishes all parts that differ from the active releases' },
  'allow-dirty': { type: 'boolean', description: 'publishes uncommitted changes' },
  unchecked: { type: 'boolean', description: 'skips the check in a browser' },
} as const satisfies Flags;

/** Changes nothing on the site: every step can be repeated. */
export const publish: Command<typeof flags> = {
  usage: 'publish <name>… | --changed [--allow-dirty] [--unchecked]',
  flags,
  description: 'checks, tests and builds parts, tries them in a browser, stores them as releases; activates nothing',
  minArguments: 0,
  isVariadic: true,
  runsHere: true,
  run: async (context, ...names) => {
    const { changed, 'allow-dirty': allowsDirty, unchecked: isUnchecked } = context.options;
    if (changed === names.length > 0) {
      throw new UserError('Name the parts to publish ("npx pnpm release publish booking"), or give --changed.');
    }
    const { publishPackages } = lazy<typeof import('../publication/publish-packages')>(
      '../publication/publish-packages',
    );
    return publishPackages(context, { names: changed ? null : names, allowsDirty, isUnchecked });
  },
};
