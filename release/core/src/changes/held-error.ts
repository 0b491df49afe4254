import { findHold } from '../store/holds';
import type { Hold, Holds, IndexEntry } from '../store/release';
import { UserError } from '../user-error';

/** A change would activate a release of a held part. */
export class HeldError extends UserError {
  override readonly name = 'HeldError';

  constructor(
    message: string,
    readonly holds: Holds,
  ) {
    super(message);
  }
}

export function describeHold(name: string, { who, why, seq, at }: Hold): string {
  const reason = why ? ` because ${JSON.stringify(why)}` : '';
  return `${name} is held by ${who}${reason}, since change ${seq} at ${at}.`;
}

/** @throws HeldError that names each hold and how to lift them. @param ending completes the sentence with the remedy */
export function requireUnheld(state: IndexEntry, names: readonly string[], ending = '.'): void {
  const held = names.flatMap((name) => {
    const hold = findHold(state, name);
    return hold ? [[name, hold] as const] : [];
  });
  if (held.length === 0) return;
  const sentences = held.map(([name, hold]) => describeHold(name, hold)).join(' ');
  const remedy = `"npx pnpm release resume ${held.map(([name]) => name).join(' ')}"`;
  throw new HeldError(
    `${sentences} Nothing was changed. To lift ${held.length > 1 ? 'the holds' : 'the hold'}: ${remedy}${ending}`,
    Object.fromEntries(held),
  );
}
