import { availableParallelism } from 'node:os';
import type { CheckRun } from '@site/release-core/changes/change';
import type { ChecksRequest, JourneyRun } from '@site/release-core/checks/journeys';
import { type CheckedPair, describePair, type Pair } from '@site/release-core/checks/pairs';
import { ComposeError } from '@site/release-core/compose/page-rules';
import { mapConcurrently } from '@site/release-core/concurrency';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { launchBrowser, NoBrowserError, type VisitSite, visitsOf, withLifecycle } from './browser';
import { openRoute } from './check-route';
import { describeResult, recordOf, runJourneys } from './run-journeys';
import { startTemporarySite, type TemporarySite } from './temporary-site';

export async function runChecks(run: CheckRun): Promise<ChecksRequest> {
  const count = run.journeys.length;
  const names = [...run.pairs.map(describePair), ...(count > 0 ? [`${count} journeys`] : [])].join(', ');
  console.error(`── check in a browser: ${names}`);
  const since = performance.now();
  const checked = await checkInBrowser(run).catch((cause: unknown) => {
    if (!(cause instanceof NoBrowserError)) throw cause;
    throw new UserError(`${cause.message} Nothing was changed: ${names} is not checked; ${ANYWAY}.`, { cause });
  });
  const { pairs, journeys, problems } = checked;
  if (problems.length > 0) {
    throw new UserError(
      `${problems.join('\n')}\nNothing was changed: correct this and publish again (${describePreview(run)} shows it); ${ANYWAY}.`,
    );
  }
  return { pairs, journeys, durationMs: Math.round(performance.now() - since) };
}

const ANYWAY = 'to activate it all the same, add --unchecked --why "…"';

function describePreview({ releases, current, data }: CheckRun): string {
  const changed = Object.entries(releases).filter(([name, { active }]) => active !== current?.releases[name]?.active);
  return `${data.site.origin}/?release=${changed.map(([name, { active }]) => `${name}@${active}`).join(',')}`;
}

export interface CheckResult {
  readonly pairs: readonly CheckedPair[];
  readonly journeys: readonly JourneyRun[];
  readonly problems: readonly string[];
}

/** Opens each page and runs journeys, on a temporary site with its own backend. */
export async function checkInBrowser(run: CheckRun, stop?: AbortSignal): Promise<CheckResult> {
  return withLifecycle(async (life) => {
    const browser = await launchBrowser();
    life.onEnd(() => browser.close());
    const site = await startTemporarySite(run.store, run, life).catch(rethrowUnlessRendering);
    if (site instanceof ComposeError) return { pairs: [], journeys: [], problems: [site.message] };
    const visitSite = visitsOf(browser, site.address);
    const { pairs, problems } = await checkPairs(visitSite, site, run);
    // A journey through a page that does not work would only wait for it.
    if (problems.length > 0) return { pairs, journeys: [], problems };
    return { pairs, ...(await checkJourneys(visitSite, site, run)) };
  }, stop);
}

function rethrowUnlessRendering(cause: unknown): ComposeError {
  if (cause instanceof ComposeError) return cause;
  throw cause;
}

async function checkPairs(visitSite: VisitSite, site: TemporarySite, { pairs, store }: CheckRun) {
  // Not a part after the other: one with many pages would keep one core busy at the end.
  const pages = (await Promise.all(pairs.map((pair) => pagesOf(store, pair)))).flat();
  const opened = await mapConcurrently(pages, availableParallelism(), async (page) => ({
    ...page,
    problems: await openRoute(visitSite, site.address + page.path),
  }));
  const problems = opened.flatMap(({ pair: { name, id }, path, ...one }) =>
    one.problems.map((problem) => `${path} of ${name}@${id}: ${problem}.`),
  );
  const checked = pairs.map((pair) => {
    const ofPair = opened.filter((page) => page.pair === pair);
    return { ...pair, routes: ofPair.map(({ path }) => path) };
  });
  return { pairs: checked, problems };
}

const pagesOf = async (store: Store, pair: Pair) =>
  (await store.read(pair.name, pair.id)).routes.map(({ path }) => ({ pair, path }));

async function checkJourneys(visitSite: VisitSite, site: TemporarySite, run: CheckRun) {
  // The longest first, so that none of them is left for one core at the end.
  const journeys = [...run.journeys].sort((a, b) => b.journey.steps.length - a.journey.steps.length);
  // One failure refuses a change. Each further one would only wait for its time-out.
  const ran = await runJourneys(visitSite, { store: run.store, state: run, site, stopsAtFailure: true }, journeys);
  const notRun = journeys.length - ran.length;
  const problems = [...ran.flatMap(describeResult), ...(notRun > 0 ? [`${notRun} more journeys were not run.`] : [])];
  return { journeys: ran.map(recordOf), problems };
}
