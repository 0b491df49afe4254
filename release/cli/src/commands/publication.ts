import { lazyFrom } from '@site/release-core/lazy';
import { UserError } from '@site/release-core/user-error';
import type { Command, Flags } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const publishFlags = {
  changed: { type: 'boolean', description: 'publishes all parts that differ from the active releases' },
  'allow-dirty': { type: 'boolean', description: 'publishes uncommitted changes' },
  unchecked: { type: 'boolean', description: 'skips the check in a browser' },
} as const satisfies Flags;

/** Changes nothing on the site: every step can be repeated. */
export const publish: Command<typeof publishFlags> = {
  usage: 'publish <name>… | --changed [--allow-dirty] [--unchecked]',
  flags: publishFlags,
  description: 'checks, tests and builds parts, tries them in a browser, stores them as releases; activates nothing',
  minArguments: 0,
  isVariadic: true,
  runsHere: true,
  run: async (context, ...names) => {
    const { changed, 'allow-dirty': allowsDirty, unchecked: isUnchecked } = context.options;
    if (changed === names.length > 0) {
      throw new UserError('Name the parts to publish ("npx pnpm release publish booking"), or give --changed.');
    }
    const { publishPackages } = lazy<typeof import('../publish/publish-packages')>('../publish/publish-packages');
    return publishPackages(context, { names: changed ? null : names, allowsDirty, isUnchecked });
  },
};

const promoteFlags = {
  from: { type: 'string', value: '<address>', description: 'the site that has the release' },
} as const satisfies Flags;

/** The target gets exactly the bytes that were tested on the source. */
export const promote: Command<typeof promoteFlags> = {
  usage: 'promote <name>@<id> --from <address> --site <address>',
  description: 'publishes a release of one site on another, with the same bytes; builds and activates nothing',
  flags: promoteFlags,
  minArguments: 1,
  runsHere: true,
  run: (context, word) =>
    lazy<typeof import('../stores/between-stores')>('../stores/between-stores').promoteRelease(context, word),
};

export const deploy: Command = {
  usage: 'deploy <target>',
  description:
    'puts the active site where a host serves it: a folder, or s3://bucket/prefix behind a CDN; sends only what is missing',
  minArguments: 1,
  isReadOnly: true,
  run: (context, word = '') =>
    lazy<typeof import('../deploy/deploy-site')>('../deploy/deploy-site').deployTo(context, word),
};

/** Alerts when a page does not work, and changes no release. */
export const visit: Command = {
  usage: 'visit [<seq>]',
  description: 'opens the live pages of the latest watched change in a browser, and reports what does not work',
  minArguments: 0,
  isVariadic: true,
  runsHere: true,
  run: (context, word) =>
    lazy<typeof import('../check/visit-change')>('../check/visit-change').visitChange(context, word),
};

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
