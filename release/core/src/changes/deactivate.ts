import { type ChangeDefinition, RETIREMENT, readRetired } from './change';
import { decideDeactivation } from './decide';
import { parseName } from './names';
import { addEntry, composePages, decide, readState, review } from './steps';

/** Takes a part out of the site. */
export const deactivate: ChangeDefinition<typeof RETIREMENT> = {
  input: RETIREMENT,
  words: { least: 1 },
  mayUseReserve: true,
  steps: [readState, decide, review, composePages, addEntry],
  want: ({ store, options }, [word]) => {
    const asked = { name: parseName(word), retired: readRetired(options) };
    return { decide: (current) => decideDeactivation(store, current, asked) };
  },
};
