import { checkKey } from '../store/keys';
import type { Store } from '../store/store';
import type { CheckedPair, Pair } from './pairs';

/** Only checks that passed are stored. */
interface CheckRecord extends CheckedPair {
  readonly who: string;
  /** ISO 8601 */
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

export async function findUnchecked({ blobs }: Store, pairs: readonly Pair[]): Promise<Pair[]> {
  const isChecked = await Promise.all(pairs.map((pair) => blobs.has(checkKey(pair))));
  return pairs.filter((_, at) => !isChecked[at]);
}
