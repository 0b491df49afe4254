import { findUnchecked } from '../checks/check-record';
import { describePair, newPairs } from '../checks/pairs';
import { parseWatch } from '../watch/watch-length';
import { isTrue, optionalText, optionalTexts } from '../wire/input';
import { ANY, type ChangeDefinition, RETIREMENT, readRetired, requireOnce } from './change';
import { decideActivation } from './decide';
import { parseRelease } from './names';
import { requireAccepted, requireWhyAccepted } from './require-accepted';
import { requireChecked, requireWhyUnchecked } from './require-checked';
import { addEntry, type ChangeStep, composePages, decide, decisionOf, gateIn, readState, review } from './steps';

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
