import type { IndexEntry, ReleaseLine } from '../store/release';

/** `active` is null for a deactivated part. */
export interface PartLine extends Omit<ReleaseLine, 'active'> {
  readonly active: string | null;
}

const PREVIOUS_AT_MOST = 50;

const NEW: PartLine = { active: null, before: [], revoked: [] };

/** `Object.hasOwn` excludes names that every object has, such as `constructor`. */
export function findLine({ releases, deactivated = {} }: IndexEntry, name: string): PartLine | undefined {
  if (Object.hasOwn(releases, name)) return releases[name];
  const line = Object.hasOwn(deactivated, name) ? deactivated[name] : undefined;
  return line && { ...line, active: null };
}

export const findOrNewLine = (state: IndexEntry, name: string): PartLine => findLine(state, name) ?? NEW;

export function withActive({ active, before, revoked }: PartLine, id: string): PartLine {
  const others = before.filter((one) => one !== id);
  return { active: id, before: (active ? [active, ...others] : others).slice(0, PREVIOUS_AT_MOST), revoked };
}

/** Drops the releases after this one, so that a second rollback goes further back. */
export const rolledBackTo = (line: PartLine, id: string): PartLine => ({
  ...line,
  active: id,
  before: line.before.slice(line.before.indexOf(id) + 1),
});

export const withoutActive = ({ active, before, revoked }: PartLine): PartLine => ({
  active: null,
  before: active ? [active, ...before] : before,
  revoked,
});

export function withRevoked({ active, before, revoked }: PartLine, id: string): PartLine {
  const allowed = before.filter((one) => one !== id);
  const line = { before: allowed, revoked: [id, ...revoked] };
  if (active !== id) return { ...line, active };
  const [previous, ...earlier] = allowed;
  return previous ? { ...line, active: previous, before: earlier } : { ...line, active: null };
}
