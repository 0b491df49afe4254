import { addChecks, findUnchecked } from '../checks/check-record';
import { newPairs } from '../checks/pairs';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import type { Decision } from './decision';
import type { Gate } from './gate';

interface Asked {
  readonly store: Store;
  readonly runChecks: Gate['runChecks'];
  readonly options: Omit<Gate['options'], 'accept'>;
}

/** @throws UserError for `--unchecked` without a reason */
export function requireWhyUnchecked({ options }: Pick<Asked, 'options'>) {
  if (!options.isUnchecked || options.why.trim()) return;
  throw new UserError('--unchecked needs a reason, for the log: add --why "…".');
}

/**
 * Requires a check for each new pair of shell and remote, and runs missing ones, but not in a dry run.
 * @throws UserError when a page does not work, or without a browser
 */
export async function requireChecked(
  { store, options, runChecks }: Asked,
  current: IndexEntry | null,
  decision: Decision,
): Promise<Decision> {
  const pairs = await findUnchecked(store, newPairs(current?.releases ?? {}, decision.releases));
  if (pairs.length === 0) return decision;
  if (options.isUnchecked) return { ...decision, change: { ...decision.change, unchecked: true as const } };
  if (!options.isDry) {
    const { releases, data } = decision;
    const { pairs: checked, durationMs } = await runChecks({ store, releases, data, pairs });
    await addChecks(store, checked, { who: options.who, at: new Date().toISOString(), durationMs });
  }
  return decision;
}
