import type { Decision } from '@site/release-core/changes/decide';
import { findHold } from '@site/release-core/changes/holds';
import { findPart } from '@site/release-core/changes/part-state';
import type { Right } from '@site/release-core/command-row';
import type { Grant } from '@site/release-core/store/grants';
import { pathsOfParts } from '@site/release-core/store/history';
import type { Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import { ProblemError } from './problem-error';

export function requireRight(grant: Grant, right: Right, names: readonly string[]): void {
  const { to, may } = grant;
  if (!may.includes(right)) {
    throw new ProblemError('forbidden', `The grant of ${to} has no right to ${right}: ask whoever gave it.`);
  }
  const other = names.find((name) => !grant.names.includes(name));
  if (other === undefined) return;
  const granted = grant.names.join(', ') || 'no part';
  throw new ProblemError('forbidden', `The grant of ${to} is for ${granted}, not for ${other}: ask whoever gave it.`);
}

interface RightsQuestion {
  readonly seq: number | undefined;
  readonly retire: readonly string[];
  readonly right: Right;
}

/** Reviews the resulting change: the grant must cover its parts and retired paths, and none may have changed since. */
export function authorizeFor(store: Store, grant: Grant, { seq, retire, right }: RightsQuestion) {
  return async (current: Revision | null, decision: Decision): Promise<void> => {
    const { parts, resumed = [] } = decision.change;
    const names = parts.map(({ name }) => name);
    requireRight(grant, right, names);
    if (retire.length > 0) await requirePathsOfParts(store, grant, retire);
    if (seq !== undefined && current) await requireUnchanged(store, current, { seq, names, resumed });
  };
}

async function requirePathsOfParts(store: Store, grant: Grant, paths: readonly string[]) {
  const allowed = await pathsOfParts(store, grant.names);
  const other = paths.find((path) => !allowed.has(path));
  if (other === undefined) return;
  const detail = `${other} never was a page of ${grant.names.join(', ')}: the grant of ${grant.to} retires its own pages only.`;
  throw new ProblemError('forbidden', detail);
}

interface SeenState {
  readonly seq: number;
  readonly names: readonly string[];
  /** Parts whose hold is lifted: it must be the one that the caller saw. */
  readonly resumed: readonly string[];
}

async function requireUnchanged(store: Store, current: Revision, { seq, names, resumed }: SeenState) {
  if (seq === current.seq) return;
  const seen = await store.readRevisionAt(seq);
  if (!seen) throw new ProblemError('malformed', `There is no change ${seq}: ask for the state again.`);
  // A change without parts concerns the data of all pages.
  const isSame =
    names.length > 0
      ? names.every((name) => JSON.stringify(findPart(seen, name)) === JSON.stringify(findPart(current, name)))
      : JSON.stringify(seen.data) === JSON.stringify(current.data);
  if (isSame && resumed.every((name) => findHold(seen, name)?.seq === findHold(current, name)?.seq)) return;
  const { seq: changeSeq, change } = current;
  throw new ProblemError(
    'conflict',
    `Change ${changeSeq} was faster, ${change.command} by ${change.who}: look at what is active now, and repeat the command if it still applies.`,
    { seq: changeSeq, change },
  );
}
