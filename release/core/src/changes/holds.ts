import type { Hold, Holds, Revision } from '../store/revision';
import { UserError } from '../user-error';

export const findHold = ({ holds = {} }: Pick<Revision, 'holds'>, name: string): Hold | undefined =>
  Object.hasOwn(holds, name) ? holds[name] : undefined;

/** The holds of the next revision. A part that is held already keeps the reason of its first hold. */
export function nextHolds(current: Revision | null, { seq, change }: Pick<Revision, 'seq' | 'change'>): Holds {
  const { why, who, at, held, resumed = [] } = change;
  const kept = Object.entries(current?.holds ?? {}).filter(([name]) => !resumed.includes(name));
  const placed = (held?.parts ?? []).map((name) => [name, { kind: held?.kind, why, who, at, seq }] as const);
  return Object.fromEntries([...placed, ...kept]) as Holds;
}

export class HeldError extends UserError {
  override readonly name = 'HeldError';
  /** Scripts, such as the release workflow, distinguish a hold from other refusals. */
  override readonly exitCode = 3;

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
export function requireUnheld(state: Revision, names: readonly string[], ending = '.'): void {
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
