import type { PageModule } from '@site/contract/host';
import type { ActiveRelease, LoadableRelease } from '@site/contract/release-index';
import type { RemoteRoute } from '@site/contract/routes';
import { type Fault, isRetryable, loadFault } from './fault';

export type LoadPage = (release: LoadableRelease, route: RemoteRoute) => Promise<PageModule>;

/** What helped after a failure. Only a retry recovers the release itself; `copy` is the composed HTML. */
type Mended = 'retry' | 'previous' | 'copy';

interface Incident {
  readonly part: string;
  readonly release: Pick<LoadableRelease, 'id'>;
  readonly fault: Fault;
  readonly path: string;
  /** Undefined when nothing helped. */
  readonly mended?: Mended | undefined;
}

export type OnIncident = (incident: Incident) => void;

/** A release that can show a page, with its own route for that page. */
export interface Candidate {
  readonly release: LoadableRelease;
  readonly route: RemoteRoute;
}

/** Lists the releases that can show a page, best first. Revoked releases and those without the page are excluded. */
export function candidatesFor(path: string, active: ActiveRelease): readonly Candidate[] {
  const releases = [active, active.previous].filter((release) => release !== undefined);
  const allowed = releases.filter(({ id }) => !active.revoked?.includes(id));
  return allowed.flatMap((release) => {
    const route = release.routes.find((route) => route.path === path);
    return route ? [{ release, route }] : [];
  });
}

/** A slower failure is not retried: the visitor has waited long enough. */
const RETRY_WITHIN_MS = 1000;

export interface LoadOptions {
  readonly load: LoadPage;
  /** Called for every failure. `isFinal`: the candidate will not be retried. */
  readonly onFailure: (candidate: Candidate, fault: Fault, isFinal: boolean) => void;
  readonly isCurrent: () => boolean;
  /** Resolves once the visitor has stayed: a page that is being left fails its requests. */
  readonly waitWhileLeaving?: (() => Promise<void>) | undefined;
  readonly now?: () => number;
}

export interface LoadedPage {
  readonly ok: true;
  readonly candidate: Candidate;
  readonly module: PageModule;
}

interface LoadFailure {
  readonly ok: false;
  /** Error of the last candidate; undefined without candidates. */
  readonly error?: unknown;
}

/** Loads a page from the first candidate that succeeds; a download that fails quickly is retried once. */
export async function loadFirstAvailable(
  candidates: readonly Candidate[],
  options: LoadOptions,
): Promise<LoadedPage | LoadFailure> {
  const { load, onFailure, isCurrent, waitWhileLeaving, now = () => performance.now() } = options;
  let error: unknown;
  for (const candidate of candidates) {
    for (const isLastTry of [false, true]) {
      if (!isCurrent()) return { ok: false, error };
      const startedAt = now();
      try {
        return { ok: true, candidate, module: await load(candidate.release, candidate.route) };
      } catch (thrown) {
        error = thrown;
        const fault = loadFault(thrown, 'page');
        const isFinal = isLastTry || !isRetryable(fault) || now() - startedAt >= RETRY_WITHIN_MS;
        await waitWhileLeaving?.();
        onFailure(candidate, fault, isFinal);
        if (!isFinal) continue;
        if (candidate !== candidates.at(-1)) {
          console.warn(
            `${candidate.release.container} failed (${fault.phase} ${fault.code}): trying the next release.`,
            thrown,
          );
        }
        break;
      }
    }
  }
  return { ok: false, error };
}

export interface FallbackChainOptions {
  readonly remote: string;
  readonly active: ActiveRelease;
  readonly route: RemoteRoute;
  readonly load: LoadPage;
  /** Failures in this document, shared by all pages: `<container>` or `<container> <path>`. */
  readonly failed: Set<string>;
  readonly onIncident: OnIncident;
  readonly waitWhileLeaving?: LoadOptions['waitWhileLeaving'];
}

/** The releases that can show one page, and what came of their loads. */
export interface FallbackChain {
  /** Candidates that have not failed in this document, best first. */
  readonly untried: () => readonly Candidate[];
  /** A final failure, which is the default, excludes the candidate. */
  readonly recordFailure: (candidate: Candidate, fault: Fault, isFinal?: boolean) => void;
  /** @param mended what shows the page now. If a release runs, a failure that was not final was mended by its retry. */
  readonly reportFailures: (mended?: Exclude<Mended, 'retry'>) => void;
  readonly resetFailures: () => void;
  /** Loads the first candidate that has not failed in this document; all are retried when all have failed. */
  readonly load: (isCurrent: () => boolean) => Promise<LoadedPage | LoadFailure>;
}

export function createFallbackChain(options: FallbackChainOptions): FallbackChain {
  const { remote, active, route, load, failed, onIncident, waitWhileLeaving } = options;
  const candidates = candidatesFor(route.path, active);
  const pageKey = ({ release }: Candidate) => `${release.container} ${route.path}`;
  const untried = () =>
    candidates.filter((candidate) => !failed.has(candidate.release.container) && !failed.has(pageKey(candidate)));
  /** Failures by release; reported once it is known what helped. */
  const unreported = new Map<string, { readonly incident: Incident; readonly isFinal: boolean }>();
  const recordFailure = (candidate: Candidate, fault: Fault, isFinal = true) => {
    const { release } = candidate;
    unreported.set(release.id, { incident: { part: remote, release, fault, path: route.path }, isFinal });
    if (!isFinal) return;
    // Without its container's script a release has no pages. Any other failure concerns one page.
    failed.add(fault.phase === 'entry' ? release.container : pageKey(candidate));
  };
  return {
    untried,
    recordFailure,
    reportFailures: (mended) => {
      for (const { incident, isFinal } of unreported.values()) {
        onIncident({ ...incident, mended: mended === 'previous' && !isFinal ? 'retry' : mended });
      }
      unreported.clear();
    },
    resetFailures: () => {
      for (const candidate of candidates) {
        failed.delete(candidate.release.container);
        failed.delete(pageKey(candidate));
      }
    },
    load: (isCurrent) => {
      const remaining = untried();
      const tried = remaining.length > 0 ? remaining : candidates;
      return loadFirstAvailable(tried, { load, isCurrent, waitWhileLeaving, onFailure: recordFailure });
    },
  };
}
