import { newPairs } from '../checks/pairs';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { findChangedTypes } from '../types/changed-types';
import { acceptFlags, describeChangedTypes } from '../types/describe-changed';
import { UserError } from '../user-error';
import type { Decision } from './decision';
import type { Gate } from './gate';

interface Asked {
  readonly options: Pick<Gate['options'], 'why' | 'accept'>;
}

interface AskedIn extends Asked {
  readonly store: Store;
}

export function requireWhyAccepted({ options }: Asked) {
  if (!options.accept?.length || options.why.trim()) return;
  throw new UserError('--accept needs a reason, for the log: add --why "…".');
}

/** Compares only new pairs of shell and remote. @throws UserError for a changed type, or a needless --accept */
export async function requireAccepted({ store, options }: AskedIn, current: IndexEntry | null, decision: Decision) {
  const changed = await findChangedTypes(store, newPairs(current?.releases ?? {}, decision.releases));
  const names = new Set(changed.map(({ name }) => name));
  const accepted = [...new Set(options.accept ?? [])];
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
