import { describeDamage, listedDamageOf } from '../store/damage';
import type { ReleaseName } from '../store/keys';
import type { ActivePart, Revision } from '../store/revision';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

/** The active release of a part, those before it, and revoked ones. `active` is null for a deactivated part. */
export interface PartState extends Omit<ActivePart, 'active'> {
  readonly active: string | null;
}

export const partNames = (revision: Revision | null): readonly string[] => [
  ...Object.keys(revision?.releases ?? {}),
  ...Object.keys(revision?.deactivated ?? {}),
];

const MAX_PREVIOUS = 50;

const NEW: PartState = { active: null, previous: [], revoked: [] };

export function findPart({ releases, deactivated = {} }: Revision, name: string): PartState | undefined {
  // Every object has a `constructor`.
  if (Object.hasOwn(releases, name)) return releases[name];
  const part = Object.hasOwn(deactivated, name) ? deactivated[name] : undefined;
  return part && { ...part, active: null };
}

export const findPartOrNew = (state: Revision, name: string): PartState => findPart(state, name) ?? NEW;

export function withActive({ active, previous, revoked }: PartState, id: string): PartState {
  const others = previous.filter((one) => one !== id);
  return { active: id, previous: (active ? [active, ...others] : others).slice(0, MAX_PREVIOUS), revoked };
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

export function requirePart(state: Revision, name: string): PartState {
  const part = findPart(state, name);
  if (part) return part;
  throw new UserError(`Nothing is called "${name}": choose among ${partNames(state).join(', ')}.`);
}

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
