import type { Flags, Right, SiteCommandRow } from '../command-row';
import { ANY_NUMBER } from '../command-row';
import { lazyFrom } from '../lazy';
import type { ChangeName } from '../store/revision';
import type { ChangeDefinition } from './change';

const lazy = lazyFrom(import.meta.url);

export interface ChangeCommand extends SiteCommandRow {
  readonly right: Right;
  readonly load: () => ChangeDefinition;
}

const holdRevokeDeactivate = () => lazy<typeof import('./hold-revoke-deactivate')>('./hold-revoke-deactivate');
const composeAgain = () => lazy<typeof import('./compose-again')>('./compose-again');

/** Changes that can take a page away have these. */
const RETIREMENT: Flags = {
  retire: { multiple: true, value: '<path>', description: 'a path that loses its page' },
  redirect: { multiple: true, value: '<path>', description: 'the target of the redirect from the retired path' },
};

/** What changes the site, asked for at its machine or over its release interface. Loaded when it runs. */
export const CHANGES: Readonly<Record<ChangeName, ChangeCommand>> = {
  activate: {
    right: 'activate',
    usage: '<name>@<id>… [--accept <name>] [--resume] [--unchecked] [--watch <days>d | --no-watch]',
    description: 'activates published releases, all in one change; checks them in a browser unless they were checked',
    minWords: 1,
    maxWords: ANY_NUMBER,
    flags: {
      accept: { multiple: true, value: '<name>', description: 'activates although the type of this name has changed' },
      watch: { value: '<days>d', description: 'compares its failures for so many days; 3d by default' },
      'no-watch': { key: 'isUnwatched', description: 'is never rolled back automatically' },
      resume: { key: 'isResuming', description: 'lifts the holds of these parts in the same change' },
      unchecked: { key: 'isUnchecked', description: 'skips the check in a browser; needs --why' },
      ...RETIREMENT,
    },
    load: () => lazy<typeof import('./activate')>('./activate').activate,
  },
  rollback: {
    right: 'rollback',
    usage: '<name>[@<id>]… [--from <id>] [--to <id>] | --change <seq>',
    description: 'activates the previous releases, an earlier one, or those from before a change',
    maxWords: ANY_NUMBER,
    flags: {
      to: { value: '<id>', description: 'the release to go back to' },
      from: { value: '<id>', description: 'the release to leave: another one stays' },
      change: {
        isCount: true,
        value: '<seq>',
        description: 'restores all parts of this change to the state before it',
      },
    },
    load: () => lazy<typeof import('./roll-back')>('./roll-back').rollBack,
  },
  deactivate: {
    right: 'activate',
    usage: '<name>',
    description: 'takes a part out of the site; its releases stay published',
    minWords: 1,
    flags: RETIREMENT,
    load: () => holdRevokeDeactivate().deactivate,
  },
  hold: {
    right: 'activate',
    usage: '<name>… --why "…"',
    description:
      'refuses activations of these parts, with exit code 3, until "resume"; a rollback holds its parts in the same way',
    minWords: 1,
    maxWords: ANY_NUMBER,
    load: () => holdRevokeDeactivate().hold,
  },
  resume: {
    right: 'activate',
    usage: '<name>…',
    description: 'lifts the hold of these parts; it activates nothing',
    minWords: 1,
    maxWords: ANY_NUMBER,
    load: () => holdRevokeDeactivate().resume,
  },
  revoke: {
    right: 'revoke',
    usage: '<name>@<id>',
    description: 'bans a release for good; if it is active, the previous one takes its place',
    minWords: 1,
    load: () => holdRevokeDeactivate().revoke,
  },
  compose: {
    right: 'compose',
    usage: '[--draft] [--reset <key>]',
    description: 'writes the pages again after a change of site.json; builds nothing',
    flags: {
      draft: { key: 'isDraft', description: 'composes pages that are marked « Brouillon »' },
      reset: {
        multiple: true,
        value: '<key>',
        description: "returns a fact of the owner's space to its value in site.json",
      },
    },
    load: () => composeAgain().composeAgain,
  },
  'edit-facts': { right: 'facts', load: () => composeAgain().editFacts },
};
