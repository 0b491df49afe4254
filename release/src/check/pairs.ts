import type { ReleaseLines } from '../store/release';

/** A remote's release inside a shell's. */
export interface Pair {
  readonly shell: string;
  readonly name: string;
  readonly id: string;
}

/** A site works if each active remote works in the active shell: remotes do not depend on one another. */
export function pairsOf(releases: ReleaseLines): Pair[] {
  const shell = releases.shell?.active;
  if (!shell) return [];
  return Object.entries(releases)
    .filter(([name]) => name !== 'shell')
    .map(([name, { active }]) => ({ shell, name, id: active }));
}

/** Pairs of the next state that the current one does not have: those that visitors have not met yet. */
export function newPairs(current: ReleaseLines, next: ReleaseLines): Pair[] {
  const known = new Set(pairsOf(current).map(describePair));
  return pairsOf(next).filter((pair) => !known.has(describePair(pair)));
}

export const describePair = ({ shell, name, id }: Pair) => `${name}@${id} in shell@${shell}`;
