import { addChecks, findUnchecked } from '../checks/check-record';
import { describePair, newPairs, type Pair } from '../checks/pairs';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import type { ChecksRequest } from '../wire/wire';
import type { Decision } from './change-index';

interface Gate {
  readonly store: Store;
  readonly options: {
    readonly who: string;
    readonly why: string;
    readonly isDry: boolean;
    readonly isUnchecked: boolean;
  };
  /** Opens the pages in a browser. @throws UserError when one does not work */
  readonly runChecks: (
    run: Pick<Decision, 'releases' | 'data'> & { readonly store: Store; readonly pairs: readonly Pair[] },
  ) => Promise<ChecksRequest>;
  readonly caller?: { readonly refuseUnchecked: (pairs: readonly Pair[]) => never };
}

/** @throws UserError for `--unchecked` without a reason */
export function requireWhyUnchecked({ options }: Pick<Gate, 'options'>) {
  if (!options.isUnchecked || options.why.trim()) return;
  throw new UserError('--unchecked needs a reason, for the log: add --why "…".');
}

/**
 * Requires a check for each new pair of shell and remote, and runs missing ones. A dry run only lists them.
 * @throws UserError when a page does not work, or without a browser
 */
export async function requireChecked(gate: Gate, current: IndexEntry | null, decision: Decision): Promise<Decision> {
  const { store, options } = gate;
  const pairs = await findUnchecked(store, newPairs(current?.releases ?? {}, decision.releases));
  if (pairs.length === 0) return decision;
  if (options.isUnchecked) return { ...decision, change: { ...decision.change, unchecked: true as const } };
  const names = pairs.map(describePair).join(', ');
  if (!options.isDry) {
    gate.caller?.refuseUnchecked(pairs);
    await checkNow(gate, decision, pairs);
  } else if (!gate.caller) {
    console.error(`Not checked yet: ${names}. The activation checks it in a browser first.`);
  }
  return decision;
}

async function checkNow({ store, options, runChecks }: Gate, { releases, data }: Decision, pairs: readonly Pair[]) {
  const { pairs: checked, durationMs } = await runChecks({ store, releases, data, pairs });
  await addChecks(store, checked, { who: options.who, at: new Date().toISOString(), durationMs });
}
