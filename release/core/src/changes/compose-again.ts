import { isTrue } from '../wire/input';
import type { Change } from './change';
import { decideComposition, requireState } from './decide';
import { addEntry, composePages, decide, readState, review } from './steps';

const input = { isDraft: isTrue };

/** Writes the pages again with the data of `site.json`. */
export const composeAgain: Change<typeof input> = {
  input,
  words: { least: 0 },
  steps: [readState, decide, review, composePages, addEntry],
  want: ({ readData, options }) => ({
    decide: async (current) => {
      const { releases, data } = requireState(current);
      return decideComposition(current, 'compose', { releases, data: await readData(data, options.isDraft) });
    },
  }),
};
