import {
  acceptFlags,
  addChecks,
  describeChangedTypes,
  describePair,
  findChangedTypes,
  findUnchecked,
  newPairs,
} from '../compose/checks';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { parseWatch } from '../watch/watch';
import { isTrue, optionalText, optionalTexts } from '../wire/input';
import { ANY, type ChangeDefinition, RETIREMENT, readRetired, requireOnce } from './change';
import { decideActivation } from './decide';
import { type Decision, parseRelease } from './parts';
import {
  addEntry,
  type ChangeStep,
  composePages,
  decide,
  decisionOf,
  type Gate,
  gateIn,
  readState,
  review,
} from './steps';

const compareTypes: ChangeStep = {
  title: 'compare types',
  run: async (work) => ({ ...work, decision: await requireAccepted(gateIn(work), work.current, decisionOf(work)) }),
  value: (work) => decisionOf(work).change.accepted?.join(', ') ?? 'none has changed',
};

const checkPairs: ChangeStep = {
  title: 'check new pairs in a browser',
  run: async (work) => ({ ...work, decision: await requireChecked(gateIn(work), work.current, decisionOf(work)) }),
  value: async (work) => {
    const unchecked = await findUnchecked(
      work.store,
      newPairs(work.current?.releases ?? {}, decisionOf(work).releases),
    );
    return unchecked.map(describePair).join(', ') || 'none';
  },
};

const input = {
  accept: optionalTexts,
  isUnchecked: isTrue,
  isResuming: isTrue,
  watch: optionalText,
  isUnwatched: isTrue,
  ...RETIREMENT,
};

/** Makes published releases active, all in one change. */
export const activate: ChangeDefinition<typeof input> = {
  input,
  words: { least: 1, most: ANY },
  steps: [readState, decide, review, compareTypes, checkPairs, composePages, addEntry],
  want: (context, words) => {
    const { store, options } = context;
    const chosen = words.map(parseRelease);
    requireOnce(chosen);
    const retired = readRetired(options);
    requireWhyUnchecked(context);
    requireWhyAccepted(context);
    const { isResuming, watch, isUnwatched } = options;
    const watchedDays = parseWatch(watch, isUnwatched);
    return { decide: (current) => decideActivation(store, current, { chosen, retired, isResuming, watchedDays }) };
  },
};

interface Asked {
  readonly options: Pick<Gate['options'], 'why' | 'accept'>;
}

interface AskedIn extends Asked {
  readonly store: Store;
}

function requireWhyAccepted({ options }: Asked) {
  if (!options.accept?.length || options.why.trim()) return;
  throw new UserError('--accept needs a reason, for the log: add --why "…".');
}

/** Compares only new pairs of shell and remote. @throws UserError for a changed type, or a needless --accept */
export async function requireAccepted({ store, options }: AskedIn, current: IndexEntry | null, decision: Decision) {
  const changed = await findChangedTypes(store, newPairs(current?.releases ?? {}, decision.releases));
  const names = new Set(changed.map(({ name }) => name));
  const accepted = [...new Set(options.accept ?? [])];
  const needless = accepted.filter((name) => !names.has(name));
  if (needless.length > 0) {
    throw new UserError(
      `No type of ${needless.join(', ')} changes here. Nothing was changed: leave out ${acceptFlags(needless)}.`,
    );
  }
  const refused = changed.filter(({ name }) => !accepted.includes(name));
  if (refused.length > 0) {
    throw new UserError(
      [
        ...describeChangedTypes(refused),
        `Nothing was changed: build and publish those remotes again, or look at the types and add ${acceptFlags(names)} --why "…".`,
      ].join('\n'),
    );
  }
  return accepted.length > 0 ? { ...decision, change: { ...decision.change, accepted } } : decision;
}

interface CheckedIn {
  readonly store: Store;
  readonly runChecks: Gate['runChecks'];
  readonly options: Omit<Gate['options'], 'accept'>;
}

/** @throws UserError for `--unchecked` without a reason */
export function requireWhyUnchecked({ options }: Pick<CheckedIn, 'options'>) {
  if (!options.isUnchecked || options.why.trim()) return;
  throw new UserError('--unchecked needs a reason, for the log: add --why "…".');
}

/**
 * Requires a check for each new pair of shell and remote, and runs missing ones, but not in a dry run.
 * @throws UserError when a page does not work, or without a browser
 */
export async function requireChecked(
  { store, options, runChecks }: CheckedIn,
  current: IndexEntry | null,
  decision: Decision,
): Promise<Decision> {
  const pairs = await findUnchecked(store, newPairs(current?.releases ?? {}, decision.releases));
  if (pairs.length === 0) return decision;
  if (options.isUnchecked) return { ...decision, change: { ...decision.change, unchecked: true as const } };
  if (!options.isDry) {
    const { releases, data } = decision;
    const { pairs: checked, durationMs } = await runChecks({ store, releases, data, pairs });
    await addChecks(store, checked, { who: options.who, at: new Date().toISOString(), durationMs });
  }
  return decision;
}
