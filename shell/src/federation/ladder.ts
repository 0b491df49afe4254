import type { ActiveRelease, LoadableRelease, PageModule, RemoteRoute } from '@site/shared-ui/host';
import { type Fault, faultOf, isMendable } from './fault';

export type LoadPage = (release: LoadableRelease, route: RemoteRoute) => Promise<PageModule>;

/** One release that could show a page, with its own route for it. */
export interface Rung {
  readonly release: LoadableRelease;
  readonly route: RemoteRoute;
}

/**
 * The releases that may show a page, the best first: a preview, the active release, the one before it. One that was
 * revoked, or that has no such page, is none of them.
 */
export function rungsOf(path: string, active: ActiveRelease, preview?: LoadableRelease): readonly Rung[] {
  const releases = [preview, active, active.before].filter((release) => release !== undefined);
  const allowed = releases.filter(({ id }) => !active.revoked?.includes(id));
  const distinct = allowed.filter(({ id }, at) => allowed.findIndex((one) => one.id === id) === at);
  return distinct.flatMap((release) => {
    const route = release.routes.find((one) => one.path === path);
    return route ? [{ release, route }] : [];
  });
}

/** A failure that takes longer is not worth another attempt: the visitor has waited. */
const QUICK_MS = 1000;

export interface ClimbParts {
  readonly load: LoadPage;
  /** Every attempt that failed; `isFinal` when its release is not tried again. */
  readonly onFault: (rung: Rung, fault: Fault, isFinal: boolean) => void;
  /** Whether anyone still waits for the outcome. */
  readonly isWanted: () => boolean;
  readonly now?: () => number;
}

export type ClimbOutcome =
  | { readonly ok: true; readonly rung: Rung; readonly module: PageModule }
  /** The last release's error; none when there was no release to try. */
  | { readonly ok: false; readonly error?: unknown };

/** Loads a page from the first release that gives it; a failure that was quick is retried once. */
export async function climb(rungs: readonly Rung[], parts: ClimbParts): Promise<ClimbOutcome> {
  const { load, onFault, isWanted, now = () => performance.now() } = parts;
  let error: unknown;
  for (const rung of rungs) {
    for (const isLastAttempt of [false, true]) {
      if (!isWanted()) return { ok: false, error };
      const startedAt = now();
      try {
        return { ok: true, rung, module: await load(rung.release, rung.route) };
      } catch (thrown) {
        error = thrown;
        const fault = faultOf(thrown, 'page');
        const isFinal = isLastAttempt || !isMendable(fault) || now() - startedAt >= QUICK_MS;
        onFault(rung, fault, isFinal);
        if (isFinal) break;
      }
    }
  }
  return { ok: false, error };
}
