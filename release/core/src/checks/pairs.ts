import type { ReleaseLines } from '../store/release';

export interface Pair {
  readonly shell: string;
  readonly name: string;
  readonly id: string;
}

export interface CheckedPair extends Pair {
  readonly routes: readonly string[];
  /** The path of each form that was sent. */
  readonly forms: readonly string[];
}

/** Remotes do not depend on each other: a site works if each of them works in the active shell. */
export function pairsOf(releases: ReleaseLines): Pair[] {
  const shell = releases.shell?.active;
  if (!shell) return [];
  return Object.entries(releases)
    .filter(([name]) => name !== 'shell')
    .map(([name, { active }]) => ({ shell, name, id: active }));
}

export function newPairs(current: ReleaseLines, next: ReleaseLines): Pair[] {
  const described = new Set(pairsOf(current).map(describePair));
  return pairsOf(next).filter((pair) => !described.has(describePair(pair)));
}

export const describePair = ({ shell, name, id }: Pair) => `${name}@${id} in shell@${shell}`;
