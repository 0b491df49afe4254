import type { Decision } from '../changes/change-index';
import { newPairs } from '../checks/pairs';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { findChangedTypes } from './changed-types';
import { acceptFlags, describeChangedTypes } from './describe-changed';

interface Gate {
  readonly store: Store;
  readonly options: { readonly why: string; readonly accept: readonly string[] };
}

export function requireWhyAccepted({ options }: Gate) {
  if (options.accept.length === 0 || options.why.trim()) return;
  throw new UserError('--accept needs a reason, for the log: add --why "…".');
}

/** Compares only new pairs of shell and remote. @throws UserError for a changed type, or a needless --accept */
export async function requireAccepted({ store, options }: Gate, current: IndexEntry | null, decision: Decision) {
  const changed = await findChangedTypes(store, newPairs(current?.releases ?? {}, decision.releases));
  const names = new Set(changed.map(({ name }) => name));
  const accepted = [...new Set(options.accept)];
  const needless = accepted.filter((name) => !names.has(name));
  if (needless.length > 0) {
    throw new UserError(
      `No type of ${needless.join(', ')} changes here. Nothing was changed: leave out ${acceptFlags(needless)}.`,
    );
  }
  const refused = changed.filter(({ name }) => !accepted.includes(name));
  if (refused.length > 0) {
    throw new UserError(
      [
        ...describeChangedTypes(refused),
        `Nothing was changed: build and publish those remotes again, or look at the types and add ${acceptFlags(names)} --why "…".`,
      ].join('\n'),
    );
  }
  return accepted.length > 0 ? { ...decision, change: { ...decision.change, accepted } } : decision;
}
