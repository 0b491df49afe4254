import { lazyFrom } from '@site/release-core/lazy';
import type { Command, Flags } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const flags = {
  'allow-dirty': { type: 'boolean', description: 'publishes uncommitted changes' },
  unchecked: { type: 'boolean', description: 'skips the check in a browser' },
} as const satisfies Flags;

/** Changes nothing on the site: every step can be repeated. */
export const publish: Command<typeof flags> = {
  usage: 'publish <name> [--allow-dirty] [--unchecked]',
  flags,
  description: 'checks, tests and builds a part, tries it in a browser, stores it as a release; activates nothing',
  minArguments: 1,
  runsHere: true,
  run: (context, name = '') => {
    const { 'allow-dirty': allowsDirty, unchecked: isUnchecked } = context.options;
    const { publishPackage } = lazy<typeof import('../publication/publish-package')>('../publication/publish-package');
    return publishPackage(context, { name, allowsDirty, isUnchecked });
  },
};
