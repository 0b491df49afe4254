import * as v from 'valibot';
import { UserError } from '../user-error';
import { count, optionalText } from '../wire/input';
import { ANY, type ChangeContext, type ChangeDefinition, requireOnce } from './change';
import { decideChangeRollback, decideRollback, type Rollback } from './decide-rollback';
import type { Decide } from './decision';
import { parseId, parseName, parseRelease } from './names';
import { findLine } from './part-line';
import { addEntry, composePages, decide, readState, review } from './steps';

/** `from` and `to` are ids of one part's releases. */
const input = { from: optionalText, to: optionalText, change: v.optional(count) };

/** Returns parts to the releases that they had before. */
export const rollBack: ChangeDefinition<typeof input> = {
  input,
  words: { least: 0, most: ANY },
  mayUseReserve: true,
  steps: [readState, decide, review, composePages, addEntry],
  want: wantRollback,
};

async function wantRollback(
  { store, options }: ChangeContext<typeof input>,
  words: readonly string[],
): Promise<{ readonly decide: Decide; readonly parts?: readonly Rollback[] }> {
  const { change: seq } = options;
  const [from, to] = [parseId('from', options.from), parseId('to', options.to)];
  if (seq !== undefined) {
    if (words.length > 0 || from || to) {
      throw new UserError('--change names all parts that go back: leave out names, --from and --to.');
    }
    return { decide: (current) => decideChangeRollback(store, current, seq) };
  }
  if (words.length === 0) throw new UserError('Name the parts that go back: "npx pnpm release rollback booking".');
  if (words.length > 1 && (from || to)) {
    throw new UserError(
      '--from and --to are for one part: write several as "npx pnpm release rollback shell@<id> booking@<id>".',
    );
  }
  const seen = await store.readIndex();
  const parts = words.map((word): Rollback => {
    const { name, id } = word.includes('@') ? parseRelease(word) : { name: parseName(word), id: undefined };
    const active = seen && findLine(seen, name)?.active;
    return { name, to: id ?? to, from: from ?? active ?? undefined };
  });
  requireOnce(parts);
  return { parts, decide: (current) => decideRollback(store, current, parts) };
}
