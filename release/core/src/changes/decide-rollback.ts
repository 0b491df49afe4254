import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { checkUsable, requireLine, requireState } from './decide';
import type { Decision } from './decision';
import { holding, requireUnheld } from './holds';
import { decideNext } from './next-state';
import { findLine, findOrNewLine, type PartLine, rolledBackTo, withActive, withoutActive } from './part-line';

export interface Rollback {
  readonly name: string;
  /** Defaults to the previous release. */
  readonly to?: string | undefined;
  /** The release that must still be active; defaults to the active one. */
  readonly from?: string | undefined;
}

/**
 * Holds the parts that go back. Returns null when they already have these releases, or when `from` is no longer active:
 * two owners who roll back at once go back one release, not two.
 * @throws UserError with a remedy when a part has no previous release, or when these releases may not become active
 */
export async function decideRollback(
  store: Store,
  current: IndexEntry | null,
  rollbacks: readonly Rollback[],
): Promise<Decision | null> {
  const state = requireState(current);
  const lines = new Map<string, PartLine>();
  for (const { name, to, from } of rollbacks) {
    const line = requireLine(state, name);
    if (from !== undefined && from !== line.active) return null;
    if (to === undefined || to !== line.active) lines.set(name, await goBack(store, state, { name, line, to }));
  }
  if (lines.size === 0) return null;
  const decision = await decideNext(store, state, { command: 'rollback', lines });
  return holding(state, decision, { kind: 'rollback', parts: [...lines.keys()] });
}

interface Leaving {
  readonly name: string;
  readonly line: PartLine;
  readonly to: string | undefined;
}

async function goBack(store: Store, state: IndexEntry, { name, line, to }: Leaving): Promise<PartLine> {
  const { active, previous } = line;
  if (active === null) {
    throw new UserError(
      `${name} is not active: there is nothing to roll back. To bring it back: "npx pnpm release activate ${name}@${previous[0] ?? '<id>'}".`,
    );
  }
  const id = to ?? previous[0];
  if (!id) throw new UserError(describeFirst(state, name, line));
  if (!previous.includes(id)) {
    throw new UserError(
      `${name}@${id} was not active before ${active}: choose among ${previous.join(', ') || 'none'}, or activate it.`,
    );
  }
  await checkUsable(store, line, { name, id });
  return rolledBackTo(line, id);
}

function describeFirst({ seq, change }: IndexEntry, name: string, { active, revoked }: PartLine): string {
  const others = revoked.length > 0 ? `; revoked: ${revoked.join(', ')}` : '';
  const remedy =
    name === 'shell'
      ? 'Publish a corrected one, then activate it.'
      : `Publish a corrected one, then activate it, or take the part out if no page links to it: "npx pnpm release deactivate ${name}".`;
  return `${name} has no older release than ${active}${others}. The last change is ${seq}, ${change.command} by ${change.who}. ${remedy}`;
}

/**
 * Restores the parts of a change to the releases from before it, which also undoes later changes of these parts. Holds
 * those that go back; one that returns to a later release must not be held, as in an activation.
 * Returns null when the parts already have these releases.
 * @throws HeldError
 */
export async function decideChangeRollback(
  store: Store,
  current: IndexEntry | null,
  seq: number,
): Promise<Decision | null> {
  const state = requireState(current);
  const [undone, earlier] = await Promise.all([store.readEntry(seq), store.readEntryBefore(seq)]);
  if (!undone || !earlier) {
    throw new UserError(`There is no change ${seq} with a state before it: "npx pnpm release log" lists the changes.`);
  }
  const { parts } = undone.change;
  if (parts.length === 0) {
    throw new UserError(
      `Change ${seq} concerned no part: correct site.json, then "npx pnpm release compose", to change the data of the pages; what the owner edited is taken back in the owner's space.`,
    );
  }
  const lines = new Map<string, PartLine>();
  const back: string[] = [];
  for (const { name } of parts) {
    const line = findOrNewLine(state, name);
    const id = findLine(earlier, name)?.active ?? null;
    if (id === line.active) continue;
    if (goesBack(line, id)) back.push(name);
    else requireUnheld(state, [name]);
    if (id !== null) await checkUsable(store, line, { name, id });
    lines.set(name, restored(line, id));
  }
  if (lines.size === 0) return null;
  const redirects = redirectsBefore(state, earlier, undone);
  const decision = await decideNext(store, state, { command: 'rollback', lines, redirects });
  return holding(state, decision, { kind: 'rollback', parts: back });
}

const goesBack = ({ active, previous }: PartLine, id: string | null) =>
  active !== null && (id === null || previous.includes(id));

function restored(line: PartLine, id: string | null): PartLine {
  if (id === null) return withoutActive(line);
  return line.previous.includes(id) ? rolledBackTo(line, id) : withActive(line, id);
}

function redirectsBefore(state: IndexEntry, earlier: IndexEntry, undone: IndexEntry) {
  const then = earlier.redirects ?? {};
  const changed = Object.entries(undone.redirects ?? {}).filter(([path, target]) => then[path] !== target);
  const restoredPaths = new Map(Object.entries(state.redirects ?? {}));
  for (const [path] of changed) {
    const target = then[path];
    if (target === undefined) restoredPaths.delete(path);
    else restoredPaths.set(path, target);
  }
  return Object.fromEntries(restoredPaths);
}
