import type { Change, Revision } from '../store/revision';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { describeAll, parseName, parseReleaseName } from './arguments';
import { type ChangeDefinition, readRetired, retireInput } from './change';
import { type Decision, decideDeactivation, decideRevocation, requireState } from './decide';
import { describeHold, findHold } from './holds';
import { findPart, requirePart } from './part-state';

export const hold: ChangeDefinition = {
  input: {},
  plan: ({ store, options }, words) => {
    const names = [...new Set(words.map(parseName))];
    if (!options.why.trim()) throw new UserError('hold needs a reason, which each refusal names: add --why "…".');
    return { decide: (current) => decideHold(store, current, names) };
  },
  unchanged: ({ holds }, names) => {
    const lines = names.flatMap((name) => (holds[name] ? [describeHold(name, holds[name])] : []));
    return `${lines.join('\n')} Nothing was changed.`;
  },
};

export const resume: ChangeDefinition = {
  input: {},
  plan: ({ store }, words) => {
    const names = [...new Set(words.map(parseName))];
    return { decide: (current) => decideResumption(store, current, names) };
  },
  unchanged: (_, names) => describeAll(names, 'not held'),
};

/** A part need not be active: its next activation is refused. Returns null when all of them are held already. */
export async function decideHold(store: Store, current: Revision | null, names: readonly string[]) {
  const state = requireState(current);
  for (const name of names) await requireKnownPart(store, state, name);
  const parts = names.filter((name) => !findHold(state, name));
  return parts.length > 0 ? keep(state, { command: 'hold', held: { kind: 'hold', parts } }, parts) : null;
}

/** Lifts the holds of parts. Returns null when none of them is held. @throws UserError for a name without a release */
async function decideResumption(store: Store, current: Revision | null, names: readonly string[]) {
  const state = requireState(current);
  for (const name of names) await requireKnownPart(store, state, name);
  const resumed = names.filter((name) => findHold(state, name));
  return resumed.length > 0 ? keep(state, { command: 'resume', resumed }, resumed) : null;
}

async function requireKnownPart(store: Store, state: Revision, name: string) {
  if (findPart(state, name) || findHold(state, name) || (await store.listIds(name)).length > 0) return;
  requirePart(state, name);
}

/** Keeps releases and data, whatever their state: a hold must work on a damaged site. */
function keep(
  state: Revision,
  change: Pick<Change, 'command' | 'held' | 'resumed'>,
  names: readonly string[],
): Decision {
  const { releases, deactivated, redirects, data } = state;
  return {
    releases,
    ...(deactivated && { deactivated }),
    ...(redirects && { redirects }),
    data,
    change: { ...change, parts: names.map((name) => ({ name })) },
  };
}

export const revoke: ChangeDefinition = {
  input: {},
  mayUseReserve: true,
  plan: ({ store }, [word]) => {
    const release = parseReleaseName(word);
    return { decide: (current) => decideRevocation(store, current, release) };
  },
  unchanged: (_, names) => describeAll(names, 'revoked already'),
};

export const deactivate: ChangeDefinition<typeof retireInput> = {
  input: retireInput,
  mayUseReserve: true,
  plan: ({ store, options }, [word]) => {
    const target = { name: parseName(word), retired: readRetired(options) };
    return { decide: (current) => decideDeactivation(store, current, target) };
  },
  unchanged: (_, names) => describeAll(names, 'already inactive'),
};
