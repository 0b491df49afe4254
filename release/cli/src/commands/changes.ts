import type { Unchanged } from '@site/release-core/changes/change';
import { lazyFrom } from '@site/release-core/lazy';
import { type Command, changeCommand, type Flags, type Options, RETIREMENT_FLAGS, readCount } from '../command/command';

const lazy = lazyFrom(import.meta.url);

const activateFlags = {
  accept: {
    type: 'string',
    multiple: true,
    value: '<name>',
    description: 'activates although the type of this name has changed',
  },
  watch: { type: 'string', value: '<days>', description: 'compares its failures for 7d instead of 3d' },
  'no-watch': { type: 'boolean', description: 'never goes back by itself' },
  resume: { type: 'boolean', description: 'lifts the holds of these parts in the same change' },
  unchecked: { type: 'boolean', description: 'skips the check in a browser; needs --why' },
  ...RETIREMENT_FLAGS,
} as const satisfies Flags;

export const activate: Command<typeof activateFlags> = {
  usage: 'activate <name>@<id>… [--accept <name>] [--resume] [--unchecked] [--watch 7d | --no-watch]',
  flags: activateFlags,
  description: 'activates published releases, all in one change; checks them in a browser unless they were checked',
  minArguments: 1,
  isVariadic: true,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/activate')>('@site/release-core/changes/activate').activate,
    input: ({ accept, unchecked, resume, retire, redirect, watch, 'no-watch': isUnwatched }) => ({
      accept: [...accept],
      isUnchecked: unchecked,
      isResuming: resume,
      watch,
      isUnwatched,
      retire: [...retire],
      redirect: [...redirect],
    }),
    whyNot: (_, words) => `${words.join(', ')} ${words.length > 1 ? 'are' : 'is'} active already.`,
    runChecks: (run) => lazy<typeof import('../check/check-pairs')>('../check/check-pairs').runChecks(run),
  }),
};

const rollbackFlags = {
  to: { type: 'string', value: '<id>', description: 'the release to go back to' },
  from: { type: 'string', value: '<id>', description: 'the release to leave: another one stays' },
  change: { type: 'string', value: '<seq>', description: 'restores all parts of this change to the state before it' },
} as const satisfies Flags;

export const rollback: Command<typeof rollbackFlags> = {
  usage: 'rollback <name>[@<id>]… [--from <id>] [--to <id>] | --change <seq>',
  flags: rollbackFlags,
  description: 'activates the previous releases, an earlier one, or those from before a change',
  minArguments: 0,
  mayUseReserve: true,
  isVariadic: true,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/roll-back')>('@site/release-core/changes/roll-back').rollBack,
    input: ({ from, to, change: seq }) => ({
      from,
      to,
      change: seq === undefined ? undefined : readCount('change', seq),
    }),
    whyNot,
  }),
};

function whyNot(unchanged: Unchanged, _: readonly string[], { change: undone }: Options<typeof rollbackFlags>): string {
  if (undone !== undefined) return `The parts of change ${undone} already have the releases from before it.`;
  return unchanged.parts.map((part) => describeStayed(unchanged, part)).join('\n');
}

function describeStayed({ seq, last }: Unchanged, { name, to, from, active }: Unchanged['parts'][number]): string {
  if (active === from || active === to) return `${name}@${active} is active already.`;
  const lastChange = `the last change is ${seq}, ${last.command} by ${last.who}.`;
  if (!active) return `${name} is not active any more; ${lastChange}`;
  const further = `To go back further: "npx pnpm release rollback ${name} --from ${active}".`;
  return `${name} has left ${from} already, for ${active}; ${lastChange} ${further}`;
}

export const deactivate: Command<typeof RETIREMENT_FLAGS> = {
  usage: 'deactivate <name>',
  flags: RETIREMENT_FLAGS,
  description: 'takes a part out of the site; its releases stay published',
  minArguments: 1,
  mayUseReserve: true,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/hold-and-revoke')>('@site/release-core/changes/hold-and-revoke')
        .deactivate,
    input: ({ retire, redirect }) => ({ retire: [...retire], redirect: [...redirect] }),
    whyNot: (_, words) => `${words[0]} is already inactive.`,
  }),
};

export const hold: Command = {
  usage: 'hold <name>… --why "…"',
  description:
    'refuses activations of these parts, with exit code 3, until "resume"; a rollback holds its parts in the same way',
  minArguments: 1,
  isVariadic: true,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/hold-and-revoke')>('@site/release-core/changes/hold-and-revoke')
        .hold,
    input: () => ({}),
    whyNot: ({ holds }, words) => {
      const { describeHold } = lazy<typeof import('@site/release-core/changes/part-state')>(
        '@site/release-core/changes/part-state',
      );
      const holdLines = words.flatMap((name) => {
        const hold = holds[name];
        return hold ? [describeHold(name, hold)] : [];
      });
      return `${holdLines.join('\n')} Nothing was changed.`;
    },
  }),
};

export const resume: Command = {
  usage: 'resume <name>…',
  description: 'lifts the hold of these parts; it activates nothing',
  minArguments: 1,
  isVariadic: true,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/hold-and-revoke')>('@site/release-core/changes/hold-and-revoke')
        .resume,
    input: () => ({}),
    whyNot: (_, words) => `${words.join(', ')} ${words.length > 1 ? 'are' : 'is'} not held.`,
  }),
};

export const revoke: Command = {
  usage: 'revoke <name>@<id>',
  description: 'bans a release for good; if it is active, the previous one takes its place',
  minArguments: 1,
  mayUseReserve: true,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/hold-and-revoke')>('@site/release-core/changes/hold-and-revoke')
        .revoke,
    input: () => ({}),
    whyNot: (_, words) => `${words[0]} is revoked already.`,
  }),
};

const composeFlags = {
  draft: { type: 'boolean', description: 'composes pages that are marked « Brouillon »' },
  reset: {
    type: 'string',
    multiple: true,
    value: '<key>',
    description: "returns a fact of the owner's space to its value in site.json",
  },
} as const satisfies Flags;

export const composeAgain: Command<typeof composeFlags> = {
  usage: 'compose [--draft] [--reset <key>]',
  flags: composeFlags,
  description: 'writes the pages again after a change of site.json; builds nothing',
  minArguments: 0,
  ...changeCommand({
    change: () =>
      lazy<typeof import('@site/release-core/changes/compose-again')>('@site/release-core/changes/compose-again')
        .composeAgain,
    input: ({ draft, reset }) => ({ isDraft: draft, reset: [...reset] }),
    whyNot: ({ edited = {} }) =>
      [
        'The pages have the data of site.json already.',
        ...lazy<typeof import('../describe/describe-change')>('../describe/describe-change').describeOverrides(edited),
      ].join('\n'),
    readData: ({ root, store }, current, isDraft) =>
      lazy<typeof import('@site/server/site-settings')>('@site/server/site-settings').readSiteData(
        { root, store, isDraft },
        current,
      ),
  }),
};
