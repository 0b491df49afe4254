import { TABLES_PATH } from '@site/contract/addresses';
import { isReadOnly } from '@site/contract/journeys';
import { requireState } from '@site/release-core/changes/decide';
import { describeJourney, type JourneyInState, journeysIn } from '@site/release-core/checks/journeys';
import { readVisitedChange } from '@site/release-core/queries/read-status';
import { UserError } from '@site/release-core/user-error';
import { type SyntheticVisit, visitsIn } from '@site/release-core/watch/stored-watches';
import { type CommandOutput, type Context, readCount } from '../command';
import { launchBrowser, visitsOf, withLifecycle } from './browser';
import { typedBy } from './run-journeys';
import { openPage, WIDTHS, walkJourney } from './walk-journey';

/** Opens the pages of a watched change, and runs the journeys of its parts that type nothing. */
export async function visitChange(context: Context, word?: string): Promise<CommandOutput> {
  const number = word === undefined ? undefined : readCount('change', word);
  const { seq, names, paths } = await readVisitedChange(context.store, number);
  const address = await addressOf(context);
  const all = await journeysIn(context.store, requireState(await context.store.readRevision()));
  const journeys = all.filter(({ owner, journey }) => names.includes(owner.name) && isReadOnly(journey));
  const problems = await visitPages(address, paths, journeys);
  if (!context.options.isDry) await report(context, seq, { paths, problems });
  const text = problems.length > 0 ? problems.join('\n') : `All pages work: ${paths.join(', ')}.`;
  return { text, json: { seq, address, paths, problems }, isBad: problems.length > 0 };
}

async function addressOf({ site, store }: Context): Promise<string> {
  if (site) return site.origin;
  const { data } = requireState(await store.readRevision());
  if (data.site.origin) return data.site.origin;
  throw new UserError('The site has no public address: name where it runs with --site http://localhost:4173.');
}

type Seen = Pick<SyntheticVisit, 'paths' | 'problems'>;

async function report({ site, store, options }: Context, seq: number, seen: Seen) {
  if (site) await site.call({ method: 'POST', path: 'visits', body: { seq, ...seen }, isRepeatable: false });
  else await visitsIn(store.blobs).add(seq, { at: new Date().toISOString(), who: options.who, ...seen });
}

/** Reports that pages send to the site. A synthetic visit sends none: its answer has what it found. */
const REPORTS = new RegExp(`${TABLES_PATH}(incidents|live_pages)`);

/** A visit sends no form, because it would reach the owner, and is not counted. */
const visitPages = (
  address: string,
  paths: readonly string[],
  journeys: readonly JourneyInState[],
): Promise<string[]> =>
  withLifecycle(async (life) => {
    const browser = await launchBrowser();
    life.onEnd(() => browser.close());
    const visitSite = visitsOf(browser, address);
    const problems: string[] = [];
    const live = { address, typed: typedBy('visite'), mayVisit: () => true, blocked: REPORTS };
    for (const path of paths) {
      const failure = await openPage(visitSite, path, live);
      if (failure) problems.push(`${path}: ${failure.problem}.`);
    }
    for (const one of journeys) {
      for (const width of WIDTHS) {
        const failure = await walkJourney(visitSite, { ...live, journey: one.journey, width });
        if (failure) problems.push(`${describeJourney(one)} fails at ${width} px: ${failure.problem}.`);
      }
    }
    return problems;
  });
