import type { Composition } from '../compose/compose';
import { describeDamage, listedDamageOf } from '../store/damage';
import type { ReleaseName } from '../store/keys';
import type { ActivePart, Change, Hold, Holds, SiteEntry } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

/** The active release of a part, those before it, and revoked ones. `active` is null for a deactivated part. */
export interface PartState extends Omit<ActivePart, 'active'> {
  readonly active: string | null;
}

export interface Rollback {
  readonly name: string;
  /** Defaults to the previous release. */
  readonly to?: string | undefined;
  /** The release that must still be active; defaults to the active one. */
  readonly from?: string | undefined;
}

/** All parts that are or were active. */
export const partNames = (entry: SiteEntry | null): readonly string[] => [
  ...Object.keys(entry?.releases ?? {}),
  ...Object.keys(entry?.deactivated ?? {}),
];

const PREVIOUS_AT_MOST = 50;

const NEW: PartState = { active: null, previous: [], revoked: [] };

/** `Object.hasOwn` excludes names that every object has, such as `constructor`. */
export function findPart({ releases, deactivated = {} }: SiteEntry, name: string): PartState | undefined {
  if (Object.hasOwn(releases, name)) return releases[name];
  const part = Object.hasOwn(deactivated, name) ? deactivated[name] : undefined;
  return part && { ...part, active: null };
}

export const findPartOrNew = (state: SiteEntry, name: string): PartState => findPart(state, name) ?? NEW;

export function withActive({ active, previous, revoked }: PartState, id: string): PartState {
  const others = previous.filter((one) => one !== id);
  return { active: id, previous: (active ? [active, ...others] : others).slice(0, PREVIOUS_AT_MOST), revoked };
}

/** Drops the releases after this one, so that a second rollback goes further back. */
export const rolledBackTo = (part: PartState, id: string): PartState => ({
  ...part,
  active: id,
  previous: part.previous.slice(part.previous.indexOf(id) + 1),
});

export const withoutActive = ({ active, previous, revoked }: PartState): PartState => ({
  active: null,
  previous: active ? [active, ...previous] : previous,
  revoked,
});

export function withRevoked({ active, previous, revoked }: PartState, id: string): PartState {
  const allowed = previous.filter((one) => one !== id);
  const part = { previous: allowed, revoked: [id, ...revoked] };
  if (active !== id) return { ...part, active };
  const [latest, ...earlier] = allowed;
  return latest ? { ...part, active: latest, previous: earlier } : { ...part, active: null };
}

/** The next state of the site, and the change that leads to it. */
export interface Decision extends Pick<SiteEntry, 'releases' | 'deactivated' | 'redirects' | 'data'> {
  /** `who` defaults to the machine's user. */
  readonly change: Omit<Change, 'who' | 'at' | 'why'> & Partial<Pick<Change, 'who'>>;
}

/** Decides about the current state, and again when another change was faster. Null when nothing is to change. */
export type Decide = (current: SiteEntry | null) => Promise<Decision | null>;

export interface Changed {
  readonly entry: SiteEntry;
  readonly rendered: Composition['rendered'];
}

/** `Object.hasOwn` excludes names that every object has, such as `constructor`. */
export const findHold = ({ holds = {} }: Pick<SiteEntry, 'holds'>, name: string): Hold | undefined =>
  Object.hasOwn(holds, name) ? holds[name] : undefined;

/** The holds of the next entry. A part that is held already keeps the reason of its first hold. */
export function nextHolds(current: SiteEntry | null, { seq, change }: Pick<SiteEntry, 'seq' | 'change'>): Holds {
  const { why, who, at, held, resumed = [] } = change;
  const kept = Object.entries(current?.holds ?? {}).filter(([name]) => !resumed.includes(name));
  const placed = (held?.parts ?? []).map((name) => [name, { kind: held?.kind, why, who, at, seq }] as const);
  return Object.fromEntries([...placed, ...kept]) as Holds;
}

/** Adds holds of these parts to a decision. Parts that are held already keep their hold. */
export function withHolds(state: SiteEntry, decision: Decision, { kind, parts }: Held): Decision {
  const added = parts.filter((name) => !findHold(state, name));
  if (added.length === 0) return decision;
  return { ...decision, change: { ...decision.change, held: { kind, parts: added } } };
}

type Held = Pick<Hold, 'kind'> & { readonly parts: readonly string[] };

/** A change would activate a release of a held part. */
export class HeldError extends UserError {
  override readonly name = 'HeldError';
  /** Scripts, such as the release workflow, distinguish a hold from other refusals. */
  override readonly exitCode = 3;

  constructor(
    message: string,
    readonly holds: Holds,
  ) {
    super(message);
  }
}

export function describeHold(name: string, { who, why, seq, at }: Hold): string {
  const reason = why ? ` because ${JSON.stringify(why)}` : '';
  return `${name} is held by ${who}${reason}, since change ${seq} at ${at}.`;
}

/** @throws HeldError that names each hold and how to lift them. @param ending completes the sentence with the remedy */
export function requireUnheld(state: SiteEntry, names: readonly string[], ending = '.'): void {
  const held = names.flatMap((name) => {
    const hold = findHold(state, name);
    return hold ? [[name, hold] as const] : [];
  });
  if (held.length === 0) return;
  const sentences = held.map(([name, hold]) => describeHold(name, hold)).join(' ');
  const remedy = `"npx pnpm release resume ${held.map(([name]) => name).join(' ')}"`;
  throw new HeldError(
    `${sentences} Nothing was changed. To lift ${held.length > 1 ? 'the holds' : 'the hold'}: ${remedy}${ending}`,
    Object.fromEntries(held),
  );
}

/** @throws UserError for a name that was never active */
export function requirePart(state: SiteEntry, name: string): PartState {
  const part = findPart(state, name);
  if (part) return part;
  throw new UserError(`Nothing is called "${name}": choose among ${partNames(state).join(', ')}.`);
}

/** @throws UserError when the release is revoked or damaged */
export async function requireUsableRelease(store: Store, { revoked }: PartState, { name, id }: ReleaseName) {
  if (revoked.includes(id)) {
    throw new UserError(`${name}@${id} is revoked for good: publish a release that differs from it.`);
  }
  const damage = (await listedDamageOf(store, await store.read(name, id))).map(describeDamage);
  if (damage.length > 0) {
    throw new UserError(
      `${name}@${id} is damaged: ${damage.join(', ')}. Publish the same sources again to restore it, or choose another.`,
    );
  }
}
