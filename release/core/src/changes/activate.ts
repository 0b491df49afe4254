import { missingChecks, recordChecks } from '../checks/journeys';
import { newPairs } from '../checks/pairs';
import { acceptFlags, describeChangedTypes, findChangedTypes } from '../checks/types';
import type { Revision } from '../store/revision';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { parseWatch } from '../watch/watch';
import { optionalFlag, optionalText, optionalTexts } from '../wire/protocol';
import { describeAll, parseReleaseName, requireDistinct } from './arguments';
import { type ChangeContext, type ChangeDefinition, type CheckRun, readRetired, retireInput } from './change';
import { type Decision, decideActivation } from './decide';

const input = {
  accept: optionalTexts,
  isUnchecked: optionalFlag,
  isResuming: optionalFlag,
  watch: optionalText,
  isUnwatched: optionalFlag,
  ...retireInput,
};

export const activate: ChangeDefinition<typeof input> = {
  input,
  plan: (context, words) => {
    const { store, options } = context;
    const chosen = words.map(parseReleaseName);
    requireDistinct(chosen);
    const retired = readRetired(options);
    requireWhy(options);
    const { isResuming, watch, isUnwatched } = options;
    const watchedDays = parseWatch(watch, isUnwatched);
    return { decide: (current) => decideActivation(store, current, { chosen, retired, isResuming, watchedDays }) };
  },
  check: async (context, decision, current) => {
    const accepted = await requireAccepted(context, current, decision);
    const missing = await missingChecks(context.store, current, decision);
    return missing ? requireChecked(context, missing, accepted) : accepted;
  },
  unchanged: (_, names) => describeAll(names, 'active already'),
};

function requireWhy({ why, isUnchecked, accept }: ChangeContext<typeof input>['options']) {
  const flag = (isUnchecked && '--unchecked') || (accept.length > 0 && '--accept');
  if (flag && !why.trim()) throw new UserError(`${flag} needs a reason, for the log: add --why "…".`);
}

interface AcceptContext {
  readonly store: Store;
  /** Names whose types may differ between a remote and its shell. */
  readonly options: { readonly accept: readonly string[] };
}

/** Compares only new pairs of shell and remote. @throws UserError for a changed type that is not accepted */
export async function requireAccepted({ store, options }: AcceptContext, current: Revision | null, decision: Decision) {
  const changed = await findChangedTypes(store, newPairs(current?.releases ?? {}, decision.releases));
  const names = new Set(changed.map(({ name }) => name));
  const accepted = [...names].filter((name) => options.accept.includes(name));
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

type MissingChecks = Pick<CheckRun, 'pairs' | 'journeys' | 'current'>;

/** Runs the missing checks, but not in a dry run. @throws UserError when a page does not work, or without a browser */
async function requireChecked(
  { store, options, runChecks }: ChangeContext<typeof input>,
  missing: MissingChecks,
  decision: Decision,
): Promise<Decision> {
  if (options.isUnchecked) return { ...decision, change: { ...decision.change, unchecked: true } };
  if (options.isDry) return decision;
  await recordChecks(store, await runChecks({ store, ...decision, ...missing }), options.who);
  return decision;
}
