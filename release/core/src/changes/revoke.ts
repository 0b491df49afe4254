import type { ChangeDefinition } from './change';
import { decideRevocation } from './decide';
import { parseRelease } from './names';
import { addEntry, composePages, decide, readState, review } from './steps';

/** Bans a release for good. */
export const revoke: ChangeDefinition = {
  input: {},
  words: { least: 1 },
  mayUseReserve: true,
  steps: [readState, decide, review, composePages, addEntry],
  want: ({ store }, [word]) => {
    const release = parseRelease(word);
    return { decide: (current) => decideRevocation(store, current, release) };
  },
};
