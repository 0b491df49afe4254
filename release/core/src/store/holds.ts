import type { Hold, Holds, IndexEntry } from './release';

/** `Object.hasOwn` excludes names that every object has, such as `constructor`. */
export const findHold = ({ holds = {} }: Pick<IndexEntry, 'holds'>, name: string): Hold | undefined =>
  Object.hasOwn(holds, name) ? holds[name] : undefined;

/** The holds of the next entry. A part that is held already keeps the reason of its first hold. */
export function nextHolds(current: IndexEntry | null, { seq, change }: Pick<IndexEntry, 'seq' | 'change'>): Holds {
  const { why, who, at, held, resumed = [] } = change;
  const kept = Object.entries(current?.holds ?? {}).filter(([name]) => !resumed.includes(name));
  const placed = (held?.parts ?? []).map((name) => [name, { kind: held?.kind, why, who, at, seq }] as const);
  return Object.fromEntries([...placed, ...kept]) as Holds;
}
