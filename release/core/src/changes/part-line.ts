import type { IndexEntry, ReleaseLine } from '../store/release';

/** `active` is null for a deactivated part. */
export interface PartLine extends Omit<ReleaseLine, 'active'> {
  readonly active: string | null;
}

/** All parts that are or were active. */
export const namesIn = (entry: IndexEntry | null): readonly string[] => [
  ...Object.keys(entry?.releases ?? {}),
  ...Object.keys(entry?.deactivated ?? {}),
];

const PREVIOUS_AT_MOST = 50;

const NEW: PartLine = { active: null, previous: [], revoked: [] };

/** `Object.hasOwn` excludes names that every object has, such as `constructor`. */
export function findLine({ releases, deactivated = {} }: IndexEntry, name: string): PartLine | undefined {
  if (Object.hasOwn(releases, name)) return releases[name];
  const line = Object.hasOwn(deactivated, name) ? deactivated[name] : undefined;
  return line && { ...line, active: null };
}

export const findOrNewLine = (state: IndexEntry, name: string): PartLine => findLine(state, name) ?? NEW;

export function withActive({ active, previous, revoked }: PartLine, id: string): PartLine {
  const others = previous.filter((one) => one !== id);
  return { active: id, previous: (active ? [active, ...others] : others).slice(0, PREVIOUS_AT_MOST), revoked };
}

/** Drops the releases after this one, so that a second rollback goes further back. */
export const rolledBackTo = (line: PartLine, id: string): PartLine => ({
  ...line,
  active: id,
  previous: line.previous.slice(line.previous.indexOf(id) + 1),
});

export const withoutActive = ({ active, previous, revoked }: PartLine): PartLine => ({
  active: null,
  previous: active ? [active, ...previous] : previous,
  revoked,
});

export function withRevoked({ active, previous, revoked }: PartLine, id: string): PartLine {
  const allowed = previous.filter((one) => one !== id);
  const line = { previous: allowed, revoked: [id, ...revoked] };
  if (active !== id) return { ...line, active };
  const [latest, ...earlier] = allowed;
  return latest ? { ...line, active: latest, previous: earlier } : { ...line, active: null };
}
