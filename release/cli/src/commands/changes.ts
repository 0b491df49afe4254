import { type Changed, changeIndex, type Decision } from '@site/release-core/changes/change-index';
import {
  decideActivation,
  decideComposition,
  decideDeactivation,
  decideRevocation,
  requireState,
} from '@site/release-core/changes/decide';
import { partsOf } from '@site/release-core/changes/next-state';
import type { RetiredPath } from '@site/release-core/changes/redirects';
import { requireChecked, requireWhyUnchecked } from '@site/release-core/changes/require-checked';
import type { IndexEntry } from '@site/release-core/store/release';
import { requireAccepted, requireWhyAccepted } from '@site/release-core/types/require-accepted';
import { UserError } from '@site/release-core/user-error';
import { runChecks } from '../check/run-checks';
import { type Answer, type Command, type Context, type Options, parseName, parseRelease } from './command';
import { describeChange } from './describe-change';
import { readNewData } from './new-data';

type Decide = (current: IndexEntry | null) => Promise<Decision | null>;
type Check = (current: IndexEntry | null, decision: Decision) => Promise<Decision>;

export const activate: Command = {
  usage: 'activate <name>@<id>… [--accept <name>] [--unchecked]',
  flags: ['accept', 'unchecked', 'retire', 'redirect'],
  description: 'activates published releases, all in one change; checks them in a browser unless they were checked',
  minArguments: 1,
  isVariadic: true,
  run: async (context, ...words) => {
    const chosen = words.map(parseRelease);
    const twice = chosen.find(({ name }, at) => chosen.findIndex((one) => one.name === name) < at);
    if (twice) throw new UserError(`${twice.name} is named twice: choose one of its releases.`);
    const retired = readRetired(context.options);
    requireWhyUnchecked(context);
    requireWhyAccepted(context);
    const decide: Decide = (current) => decideActivation(context.store, current, { chosen, retired });
    const check: Check = async (current, decision) =>
      requireChecked({ ...context, runChecks }, current, await requireAccepted(context, current, decision));
    const names = chosen.map(({ name, id }) => `${name}@${id}`).join(', ');
    const whyNot = () => `${names} ${chosen.length > 1 ? 'are' : 'is'} active already.`;
    return change(context, { decide, check, whyNot });
  },
};

export const deactivate: Command = {
  usage: 'deactivate <name>',
  flags: ['retire', 'redirect'],
  description: 'takes a part out of the site; its releases stay published',
  minArguments: 1,
  mayUseReserve: true,
  run: async (context, word) => {
    const name = parseName(word);
    const retired = readRetired(context.options);
    const decide: Decide = (current) => decideDeactivation(context.store, current, { name, retired });
    return change(context, { decide, whyNot: () => `${name} is already inactive.` });
  },
};

export const revoke: Command = {
  usage: 'revoke <name>@<id>',
  description: 'bans a release for good; if it is active, the previous one takes its place',
  minArguments: 1,
  mayUseReserve: true,
  run: async (context, word) => {
    const release = parseRelease(word);
    const decide: Decide = (current) => decideRevocation(context.store, current, release);
    return change(context, { decide, whyNot: () => `${release.name}@${release.id} is revoked already.` });
  },
};

export const composeAgain: Command = {
  usage: 'compose [--draft]',
  flags: ['draft'],
  description: 'writes the pages again after a change of site.json; builds nothing',
  minArguments: 0,
  run: async (context) => {
    const decide: Decide = async (current) => {
      const { releases, data } = requireState(current);
      return decideComposition(current, 'compose', { releases, data: await readNewData(context, data) });
    };
    return change(context, { decide, whyNot: () => 'The pages have the data of site.json already.' });
  },
};

function readRetired({ retire, redirect }: Options): readonly RetiredPath[] {
  if (redirect.length > retire.length) {
    throw new UserError('--redirect names where a retired path leads: name that path with --retire before it.');
  }
  if (redirect.length > 0 && redirect.length < retire.length) {
    throw new UserError('Give a --redirect for each --retire, or none where all these pages moved.');
  }
  return retire.map((path, at) => ({ path, redirect: redirect[at] }));
}

interface Changing {
  readonly decide: Decide;
  /** Runs last, because it may take a while. */
  readonly check?: Check;
  readonly whyNot: (state: IndexEntry) => string;
}

export async function change(
  { store, options, caller }: Context,
  { decide, check, whyNot }: Changing,
): Promise<Answer> {
  let state: IndexEntry | null = null;
  const changed: Changed | null = await changeIndex(store, options.why, async (current) => {
    state = current;
    const decided = await decide(current);
    if (!decided) return null;
    await caller?.review(current, decided);
    const decision = check ? await check(current, decided) : decided;
    return { ...decision, change: { ...decision.change, who: options.who } };
  });
  if (!changed) return { text: whyNot(requireState(state)), json: { changed: false } };
  const { seq, change: made } = changed.entry;
  return {
    text: describeChange(changed, state),
    json: { changed: true, seq, ...made, parts: partsOf(made), rendered: changed.rendered },
  };
}
