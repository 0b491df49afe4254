import { AUTO_ROLLBACK } from '@site/contract/log-names';
import * as v from 'valibot';
import type { Revision } from '../store/revision';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { count, optionalText } from '../wire/protocol';
import { parseId, parseName, parseReleaseName, requireDistinct } from './arguments';
import {
  type ChangeContext,
  type ChangeDefinition,
  type ChangeResult,
  changeSite,
  type NoChange,
  type Rollback,
} from './change';
import { type Decide, type Decision, decideNext, requireState, withHolds } from './decide';
import { requireUnheld } from './holds';
import {
  findPart,
  findPartOrNew,
  type PartState,
  requirePart,
  requireUsableRelease,
  rolledBackTo,
  withActive,
  withoutActive,
} from './part-state';

const input = { from: optionalText, to: optionalText, change: v.optional(count) };

export const rollBack: ChangeDefinition<typeof input> = {
  input,
  mayUseReserve: true,
  plan: planRollback,
  unchanged: (found, _, { change: undone }) =>
    undone === undefined
      ? found.parts.map((part) => describeStayed(found, part)).join('\n')
      : `The parts of change ${undone} already have the releases from before it.`,
};

function describeStayed({ seq, last }: NoChange, { name, to, from, active }: NoChange['parts'][number]): string {
  if (active === from || active === to) return `${name}@${active} is active already.`;
  const lastChange = `the last change is ${seq}, ${last.command} by ${last.who}.`;
  if (!active) return `${name} is not active any more; ${lastChange}`;
  const further = `To go back further: "npx pnpm release rollback ${name} --from ${active}".`;
  return `${name} has left ${from} already, for ${active}; ${lastChange} ${further}`;
}

async function planRollback(
  { store, options }: ChangeContext<typeof input>,
  words: readonly string[],
): Promise<{ readonly decide: Decide; readonly parts?: readonly Rollback[] }> {
  const { change: seq } = options;
  const [from, to] = [parseId('from', options.from), parseId('to', options.to)];
  if (seq !== undefined) {
    if (words.length > 0 || from || to) {
      throw new UserError('--change names all parts that go back: leave out names, --from and --to.');
    }
    return { decide: (current) => decideChangeRollback(store, current, seq) };
  }
  if (words.length === 0) throw new UserError('Name the parts that go back: "npx pnpm release rollback booking".');
  if (words.length > 1 && (from || to)) {
    throw new UserError(
      '--from and --to are for one part: write several as "npx pnpm release rollback shell@<id> booking@<id>".',
    );
  }
  const seen = await store.readRevision();
  const parts = words.map((word): Rollback => {
    const { name, id } = word.includes('@') ? parseReleaseName(word) : { name: parseName(word), id: undefined };
    const active = seen && findPart(seen, name)?.active;
    return { name, to: id ?? to, from: from ?? active ?? undefined };
  });
  requireDistinct(parts);
  return { parts, decide: (current) => decideRollback(store, current, parts) };
}

/** Returns null when `from` is no longer active: two owners who roll back at once go back one release, not two. */
export async function decideRollback(
  store: Store,
  current: Revision | null,
  rollbacks: readonly Rollback[],
): Promise<Decision | null> {
  const state = requireState(current);
  const next = new Map<string, PartState>();
  for (const { name, to, from } of rollbacks) {
    const part = requirePart(state, name);
    if (from !== undefined && from !== part.active) return null;
    if (to === undefined || to !== part.active) next.set(name, await rollBackPart(store, state, { name, to }));
  }
  if (next.size === 0) return null;
  const decision = await decideNext(store, state, { command: 'rollback', parts: next });
  return withHolds(state, decision, { kind: 'rollback', parts: [...next.keys()] });
}

async function rollBackPart(store: Store, state: Revision, { name, to }: Rollback): Promise<PartState> {
  const part = requirePart(state, name);
  const { active, previous } = part;
  if (active === null) {
    throw new UserError(
      `${name} is not active: there is nothing to roll back. To bring it back: "npx pnpm release activate ${name}@${previous[0] ?? '<id>'}".`,
    );
  }
  const id = to ?? previous[0];
  if (!id) throw new UserError(describeFirst(state, name, part));
  if (!previous.includes(id)) {
    throw new UserError(
      `${name}@${id} was not active before ${active}: choose among ${previous.join(', ') || 'none'}, or activate it.`,
    );
  }
  await requireUsableRelease(store, part, { name, id });
  return rolledBackTo(part, id);
}

function describeFirst({ seq, change }: Revision, name: string, { active, revoked }: PartState): string {
  const revokedText = revoked.length > 0 ? `; revoked: ${revoked.join(', ')}` : '';
  const remedy =
    name === 'shell'
      ? 'Publish a corrected one, then activate it.'
      : `Publish a corrected one, then activate it, or take the part out if no page links to it: "npx pnpm release deactivate ${name}".`;
  return `${name} has no older release than ${active}${revokedText}. The last change is ${seq}, ${change.command} by ${change.who}. ${remedy}`;
}

/**
 * Restores the parts of a change to the releases from before it, which also undoes later changes of these parts. Parts
 * that go back are held. A part that is held already may not return to a later release, as in an activation. Returns
 * null when the parts already have these releases.
 * @throws HeldError
 */
export async function decideChangeRollback(
  store: Store,
  current: Revision | null,
  seq: number,
): Promise<Decision | null> {
  const state = requireState(current);
  const [undone, earlier] = await Promise.all([store.readRevisionAt(seq), store.readRevisionBefore(seq)]);
  if (!undone || !earlier) {
    throw new UserError(`There is no change ${seq} with a state before it: "npx pnpm release log" lists the changes.`);
  }
  const { parts } = undone.change;
  if (parts.length === 0) {
    throw new UserError(
      `Change ${seq} concerned no part: correct site.json, then "npx pnpm release compose", to change the data of the pages; what the owner edited is taken back in the owner's space.`,
    );
  }
  const next = new Map<string, PartState>();
  const back: string[] = [];
  for (const { name } of parts) {
    const part = findPartOrNew(state, name);
    const id = findPart(earlier, name)?.active ?? null;
    if (id === part.active) continue;
    if (isRolledBackTo(part, id)) back.push(name);
    else requireUnheld(state, [name]);
    if (id !== null) await requireUsableRelease(store, part, { name, id });
    next.set(name, restored(part, id));
  }
  if (next.size === 0) return null;
  const redirects = redirectsBefore(state, earlier, undone);
  const decision = await decideNext(store, state, { command: 'rollback', parts: next, redirects });
  return withHolds(state, decision, { kind: 'rollback', parts: back });
}

const isRolledBackTo = ({ active, previous }: PartState, id: string | null) =>
  active !== null && (id === null || previous.includes(id));

function restored(part: PartState, id: string | null): PartState {
  if (id === null) return withoutActive(part);
  return part.previous.includes(id) ? rolledBackTo(part, id) : withActive(part, id);
}

function redirectsBefore(state: Revision, earlier: Revision, undone: Revision) {
  const earlierRedirects = earlier.redirects ?? {};
  const changed = Object.entries(undone.redirects ?? {}).filter(([path, target]) => earlierRedirects[path] !== target);
  const restoredPaths = new Map(Object.entries(state.redirects ?? {}));
  for (const [path] of changed) {
    const target = earlierRedirects[path];
    if (target === undefined) restoredPaths.delete(path);
    else restoredPaths.set(path, target);
  }
  return Object.fromEntries(restoredPaths);
}

/** Returns null when a part has another release by now. */
export const rollBackAutomatically = (store: Store, seq: number, why: string): Promise<ChangeResult | null> =>
  changeSite(store, why, (current) => decideAutomaticRollback(store, current, seq));

export async function decideAutomaticRollback(
  store: Store,
  current: Revision | null,
  seq: number,
): Promise<Decision | null> {
  const state = requireState(current);
  const { parts = [] } = (await store.readRevisionAt(seq))?.change ?? {};
  const isLeft = parts.some(({ name, to }) => findPart(state, name)?.active !== (to ?? null));
  if (isLeft) return null;
  const added = parts.find(({ from }) => from === undefined);
  if (added) throw new UserError(`${added.name} had no release before change ${seq}: there is none to go back to.`);
  const decision = await decideChangeRollback(store, current, seq);
  if (!decision) return null;
  const { held, ...change } = decision.change;
  return {
    ...decision,
    change: { ...change, who: AUTO_ROLLBACK, ...(held && { held: { ...held, kind: AUTO_ROLLBACK } }) },
  };
}
