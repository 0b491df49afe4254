import { EDITABLE } from '../config/edited-facts';
import { UserError } from '../user-error';
import { isTrue, optionalTexts } from '../wire/input';
import type { ChangeDefinition } from './change';
import { decideComposition, requireState } from './decide';
import { editFactsOf } from './edit-facts';
import { addEntry, composePages, decide, readState, review } from './steps';

/** `reset` names facts of the owner's space that give way to those of the file. */
const input = { isDraft: isTrue, reset: optionalTexts };

/** Writes the pages again with the data of `site.json`. */
export const composeAgain: ChangeDefinition<typeof input> = {
  input,
  words: { least: 0 },
  steps: [readState, decide, review, composePages, addEntry],
  want: ({ readData, options }) => ({
    decide: async (current) => {
      const state = requireState(current);
      const { releases, data } = state;
      const edited = editFactsOf(state, Object.fromEntries(options.reset.map((key) => [requireEditable(key), null])));
      const next = await readData({ ...data, edited }, options.isDraft);
      return decideComposition(current, 'compose', { releases, data: next });
    },
  }),
};

function requireEditable(key: string): string {
  if (EDITABLE.has(key)) return key;
  throw new UserError(`--reset is ${JSON.stringify(key)}: name a key that the owner's space edits, as phone.`);
}
