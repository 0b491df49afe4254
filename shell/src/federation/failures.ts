import type { Fault } from './fault';
import type { Rung } from './ladder';

/** What has failed for good in the life of this document. */
export interface Failures {
  readonly add: (rung: Rung, fault: Fault) => void;
  readonly has: (rung: Rung) => boolean;
  readonly forget: (rungs: readonly Rung[]) => void;
}

export function createFailures(): Failures {
  const failed = new Set<string>();
  return {
    // Without its container's script none of a release's pages comes; whatever else fails is one page's own.
    add: (rung, { phase }) => failed.add(phase === 'entry' ? releaseKey(rung) : pageKey(rung)),
    has: (rung) => failed.has(releaseKey(rung)) || failed.has(pageKey(rung)),
    forget: (rungs) => {
      for (const key of rungs.flatMap((rung) => [releaseKey(rung), pageKey(rung)])) failed.delete(key);
    },
  };
}

const releaseKey = ({ release }: Rung) => release.container;
const pageKey = ({ release, route }: Rung) => `${release.container} ${route.path}`;
