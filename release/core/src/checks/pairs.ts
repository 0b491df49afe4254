import { checkKey } from '../store/keys';
import type { ActiveParts } from '../store/revision';
import type { Store } from '../store/store';

export interface Pair {
  readonly shell: string;
  readonly name: string;
  readonly id: string;
}

export interface CheckedPair extends Pair {
  readonly routes: readonly string[];
}

/** Remotes do not depend on each other: a site works if each of them works in the active shell. */
export function pairsOf(releases: ActiveParts): Pair[] {
  const shell = releases.shell?.active;
  if (!shell) return [];
  return Object.entries(releases)
    .filter(([name]) => name !== 'shell')
    .map(([name, { active }]) => ({ shell, name, id: active }));
}

export function newPairs(current: ActiveParts, next: ActiveParts): Pair[] {
  const described = new Set(pairsOf(current).map(describePair));
  return pairsOf(next).filter((pair) => !described.has(describePair(pair)));
}

export const describePair = ({ shell, name, id }: Pair) => `${name}@${id} in shell@${shell}`;

/** Only checks that passed are stored. */
interface CheckRecord extends CheckedPair {
  readonly who: string;
  readonly at: string;
  /** Duration of the whole run, which may have checked other pairs too. */
  readonly durationMs: number;
}

export async function addChecks(
  { blobs }: Store,
  pairs: readonly CheckedPair[],
  run: Omit<CheckRecord, keyof CheckedPair>,
) {
  for (const pair of pairs)
    await blobs.add(checkKey(pair), JSON.stringify({ ...pair, ...run } satisfies CheckRecord, null, 2));
}

export async function uncheckedPairs({ blobs }: Store, pairs: readonly Pair[]): Promise<Pair[]> {
  const isChecked = await Promise.all(pairs.map((pair) => blobs.has(checkKey(pair))));
  return pairs.filter((_, at) => !isChecked[at]);
}
