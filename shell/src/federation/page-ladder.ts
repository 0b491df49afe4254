import type { ActiveRelease, LoadableRelease, RemoteRoute } from '@site/shared-ui/host';
import type { Failures } from './failures';
import type { Fault } from './fault';
import { type Rung, rungsOf } from './ladder';

export type OnIncident = (remote: string, release: LoadableRelease, fault: Fault, path: string) => void;

export interface PageLadderParts {
  readonly remote: string;
  readonly active: ActiveRelease;
  readonly preview: LoadableRelease | undefined;
  readonly route: RemoteRoute;
  readonly failures: Failures;
  readonly onIncident: OnIncident;
}

/** The releases that may show one page, and what is known of their failures. */
export function createPageLadder({ remote, active, preview, route, failures, onIncident }: PageLadderParts) {
  const rungs = rungsOf(route.path, active, preview);
  return {
    rungs,
    sound: () => rungs.filter((rung) => !failures.has(rung)),
    forget: () => failures.forget(rungs),
    note: (rung: Rung, fault: Fault, isFinal: boolean) => {
      onIncident(remote, rung.release, fault, route.path);
      if (isFinal) failures.add(rung, fault);
    },
  };
}
