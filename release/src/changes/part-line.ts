import type { IndexEntry, ReleaseLine } from '../store/release';

/** A part's active release, null when it is deactivated, and its earlier ones. */
export interface PartLine extends Omit<ReleaseLine, 'active'> {
  readonly active: string | null;
}

/** How many previous ids an entry keeps for each name. */
const PREVIOUS_AT_MOST = 50;

const NEW: PartLine = { active: null, before: [], revoked: [] };

/** Undefined for a name that was never active, as for those that every object has. */
export function findLine({ releases, deactivated = {} }: IndexEntry, name: string): PartLine | undefined {
  if (Object.hasOwn(releases, name)) return releases[name];
  const line = Object.hasOwn(deactivated, name) ? deactivated[name] : undefined;
  return line && { ...line, active: null };
}

export const findOrNewLine = (state: IndexEntry, name: string): PartLine => findLine(state, name) ?? NEW;

/** The replaced release becomes the previous one. */
export function withActive({ active, before, revoked }: PartLine, id: string): PartLine {
  const others = before.filter((one) => one !== id);
  return { active: id, before: (active ? [active, ...others] : others).slice(0, PREVIOUS_AT_MOST), revoked };
}

/** The releases after this one are no longer listed, so that a second rollback goes further back. */
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

/** The previous release replaces a revoked one that was active. */
export function withRevoked({ active, before, revoked }: PartLine, id: string): PartLine {
  const allowed = before.filter((one) => one !== id);
  const line = { before: allowed, revoked: [id, ...revoked] };
  if (active !== id) return { ...line, active };
  const [previous, ...earlier] = allowed;
  return previous ? { ...line, active: previous, before: earlier } : { ...line, active: null };
}
