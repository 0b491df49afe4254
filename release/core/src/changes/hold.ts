import { UserError } from '../user-error';
import { ANY, type ChangeDefinition } from './change';
import { decideHold } from './decide-hold';
import { parseName } from './names';
import { addEntry, composePages, decide, readState, review } from './steps';

/** Refuses activations of these parts until somebody lifts the hold. */
export const hold: ChangeDefinition = {
  input: {},
  words: { least: 1, most: ANY },
  steps: [readState, decide, review, composePages, addEntry],
  want: ({ store, options }, words) => {
    const names = [...new Set(words.map(parseName))];
    if (!options.why.trim()) throw new UserError('hold needs a reason, which each refusal names: add --why "…".');
    return { decide: (current) => decideHold(store, current, names) };
  },
};
