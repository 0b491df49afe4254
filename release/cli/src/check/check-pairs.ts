import { availableParallelism } from 'node:os';
import type { CheckRun } from '@site/release-core/changes/change';
import type { ChecksRequest, JourneyRun } from '@site/release-core/checks/journeys';
import { type JourneyInState, journeysIn } from '@site/release-core/checks/journeys';
import { type CheckedPair, describePair, type Pair } from '@site/release-core/checks/pairs';
import { ComposeError } from '@site/release-core/compose/page-rules';
import { mapConcurrently } from '@site/release-core/concurrency';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { Browser } from 'playwright-core';
import { launchBrowser, NoBrowserError, type VisitSite, visitsOf, withLifecycle } from './browser';
import { describeResult, type JourneyResult, recordOf, runJourneys, typedBy } from './run-journeys';
import { type SiteState, startTemporarySite, type TemporarySite } from './temporary-site';
import { openPage } from './walk-journey';

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
  /** Journeys that passed, and those that failed before the change too. */
  readonly journeys: readonly JourneyRun[];
  readonly problems: readonly string[];
}

/** Opens each page and runs journeys, on a temporary site with its own backend. */
export async function checkInBrowser(run: CheckRun, stop?: AbortSignal): Promise<CheckResult> {
  return withLifecycle(async (life) => {
    const browser = await launchBrowser();
    life.onEnd(() => browser.close());
    const start = (state: SiteState) => startTemporarySite(run.store, state, life);
    const site = await start(run).catch(rethrowUnlessRendering);
    if (site instanceof ComposeError) return { pairs: [], journeys: [], problems: [site.message] };
    const visitSite = visitsOf(browser, site.address);
    const { pairs, problems } = await checkPairs(visitSite, site, run);
    // A journey through a page that does not work would only wait for it.
    if (problems.length > 0) return { pairs, journeys: [], problems };
    return { pairs, ...(await checkJourneys(browser, { run, site, start, visitSite })) };
  }, stop);
}

function rethrowUnlessRendering(cause: unknown): ComposeError {
  if (cause instanceof ComposeError) return cause;
  throw cause;
}

async function checkPairs(visitSite: VisitSite, site: TemporarySite, { pairs, store }: CheckRun) {
  // Not a part after the other: one with many pages would keep one core busy at the end.
  const pages = (await Promise.all(pairs.map((pair) => pagesOf(store, pair)))).flat();
  const live = { address: site.address, typed: typedBy('ouverture'), mayVisit: () => true };
  const opened = await mapConcurrently(pages, availableParallelism(), async (page) => ({
    ...page,
    failure: await openPage(visitSite, page.path, live),
  }));
  const problems = opened.flatMap(({ pair: { name, id }, path, failure }) =>
    failure ? [`${path} of ${name}@${id}: ${failure.problem}.`] : [],
  );
  const checked = pairs.map((pair) => {
    const ofPair = opened.filter((page) => page.pair === pair);
    return { ...pair, routes: ofPair.map(({ path }) => path) };
  });
  return { pairs: checked, problems };
}

const pagesOf = async (store: Store, pair: Pair) =>
  (await store.read(pair.name, pair.id)).routes.map(({ path }) => ({ pair, path }));

interface JourneyCheck {
  readonly run: CheckRun;
  readonly site: TemporarySite;
  readonly start: (state: SiteState) => Promise<TemporarySite>;
  readonly visitSite: VisitSite;
}

async function checkJourneys(browser: Browser, { run, site, start, visitSite }: JourneyCheck) {
  const before = siteBefore(browser, { run, start });
  // One failure refuses a change. Each further one would only wait for its time-out.
  const running = { store: run.store, state: run, site, stopsAtFailure: true };
  const journeys: JourneyRun[] = [];
  let remaining: readonly JourneyInState[] = [...run.journeys].sort(before.byLikelyFailure);
  while (remaining.length > 0) {
    const ran = await runJourneys(visitSite, running, remaining);
    remaining = remaining.filter((one) => !ran.some(isSame(one)));
    const old = await before.findFailing(ran.filter(({ failures }) => failures.length > 0));
    for (const line of old.flatMap(describeResult)) {
      console.error(`${line} It fails with what is active now too, so it does not count against this change.`);
    }
    journeys.push(...ran.map(recordOf));
    const problems = ran.filter((one) => !old.includes(one)).flatMap(describeResult);
    if (problems.length === 0) continue;
    const notRun = remaining.length > 0 ? [`${remaining.length} more journeys were not run.`] : [];
    return { journeys, problems: [...problems, ...notRun] };
  }
  return { journeys, problems: [] };
}

/** Repeats failed journeys with the active releases. Journeys of a changed part are not repeated. */
function siteBefore(browser: Browser, { run: { store, current }, start }: Pick<JourneyCheck, 'run' | 'start'>) {
  let started: Promise<TemporarySite> | undefined;
  const isDoubted = ({ owner }: JourneyInState) => current?.releases[owner.name]?.active === owner.id;
  return {
    /**
     * Journeys of changed parts come first, because they fail more often and are not repeated. Then come the longest,
     * so that none of them is left for one core at the end.
     */
    byLikelyFailure: (a: JourneyInState, b: JourneyInState) =>
      Number(isDoubted(a)) - Number(isDoubted(b)) || b.journey.steps.length - a.journey.steps.length,
    async findFailing(failed: readonly JourneyResult[]): Promise<readonly JourneyResult[]> {
      const doubted = failed.filter(isDoubted);
      if (!current || doubted.length === 0) return [];
      started ??= start(current);
      const site = await started;
      const widthsOf = (one: JourneyInState) =>
        doubted.filter(isSame(one)).flatMap(({ failures }) => failures.map(({ width }) => width));
      const before = (await journeysIn(store, current)).filter((one) => widthsOf(one).length > 0);
      const again = await runJourneys(
        visitsOf(browser, site.address),
        { store, state: current, site, widthsOf },
        before,
      );
      const failsAgain = (one: JourneyResult) =>
        again.some((old) => isSame(one)(old) && old.failures.length === one.failures.length);
      return doubted.filter(failsAgain);
    },
  };
}

type JourneyName = Pick<JourneyInState, 'owner' | 'journey'>;

const isSame =
  (one: JourneyName) =>
  ({ owner, journey }: JourneyName) =>
    owner.name === one.owner.name && journey.name === one.journey.name;
