import { ANY, type ChangeDefinition } from './change';
import { decideResumption } from './decide-hold';
import { parseName } from './names';
import { addEntry, composePages, decide, readState, review } from './steps';

/** Lifts the holds of these parts. It activates nothing. */
export const resume: ChangeDefinition = {
  input: {},
  words: { least: 1, most: ANY },
  steps: [readState, decide, review, composePages, addEntry],
  want: ({ store }, words) => {
    const names = [...new Set(words.map(parseName))];
    return { decide: (current) => decideResumption(store, current, names) };
  },
};
