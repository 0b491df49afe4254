import { randomUUID } from 'node:crypto';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFrenchDate } from '@site/contract/french-dates';
import { journeyFile, sendsRequest, type TypedValues } from '@site/contract/journeys';
import { addDays, todayInParis } from '@site/contract/today';
import type { JourneyRun } from '@site/release-core/checks/journeys';
import { describeJourney, type JourneyInState, ownersIn } from '@site/release-core/checks/journeys';
import { readActive } from '@site/release-core/compose/release-set';
import { mapConcurrently } from '@site/release-core/concurrency';
import type { Store } from '@site/release-core/store/store';
import type { VisitSite } from './browser';
import { readSenders, type SiteState, type TemporarySite } from './temporary-site';
import { type Failure, WIDTHS, walkJourney } from './walk-journey';

export interface JourneyResult extends JourneyInState {
  readonly failures: readonly (Failure & { readonly width: number })[];
}

interface RunningSite {
  readonly store: Store;
  readonly state: SiteState;
  readonly site: TemporarySite;
  /** Whether no other journey begins after a failed one; these are missing in the answer. */
  readonly stopsAtFailure?: boolean;
  readonly widthsOf?: (journey: JourneyInState) => readonly number[];
}

/** Runs journeys at their widths, as many at once as there are cores: with more, chunks may exceed their limit. */
export async function runJourneys(
  visitSite: VisitSite,
  { store, state, site, stopsAtFailure = false, widthsOf = () => WIDTHS }: RunningSite,
  journeys: readonly JourneyInState[],
): Promise<readonly JourneyResult[]> {
  if (journeys.length === 0) return [];
  const { remotes } = await readActive(store, state.releases);
  const ownerOf = ownersIn({ redirects: state.redirects ?? {}, remotes });
  const run = randomUUID();
  const pictures = join(tmpdir(), `release-journeys-${run}`);
  const walks = journeys.flatMap((one) => widthsOf(one).map((width) => ({ one, width })));
  let hasFailed = false;
  const begun = new Set<JourneyInState>();
  const walked = await mapConcurrently([...walks.entries()], availableParallelism(), async ([at, { one, width }]) => {
    const typed = typedBy(`${run}-${at}`);
    const { owner, journey, touched } = one;
    if (stopsAtFailure && hasFailed && !begun.has(one)) return { one, width, typed, failure: null };
    begun.add(one);
    const failure = await walkJourney(visitSite, {
      address: site.address,
      journey,
      width,
      typed,
      mayVisit: (path) => Object.hasOwn(touched, ownerOf(path)),
      picture: join(pictures, `${owner.name}-${journey.name}-${width}.png`),
    });
    hasFailed ||= failure !== null;
    return { one, width, typed, failure };
  });
  // Who types an address in a private part signs in with it.
  const isPublic = ({ owner }: JourneyInState) => !remotes.some((one) => one.private && one.name === owner.name);
  const promises = (one: JourneyInState) => isPublic(one) && sendsRequest(one.journey);
  const isSent = walked.some(({ one, failure }) => !failure && begun.has(one) && promises(one));
  const senders = isSent ? await readSenders(site) : [];
  const ran = journeys.filter((one) => begun.has(one));
  return ran.map((one) => ({
    ...one,
    failures: walked
      .filter((walk) => walk.one === one)
      .flatMap(({ width, typed, failure }) => {
        const lost = !failure && promises(one) && !senders.includes(typed.email) ? LOST : null;
        const problem = failure ?? lost;
        return problem ? [{ ...problem, width }] : [];
      }),
  }));
}

const LOST: Failure = {
  step: null,
  problem: 'it types {email}, and no request of this address is in the inbox of the owner',
  picture: null,
};

/** @param run makes the address unique. The phone number is reserved for fiction, example.com receives no mail. */
export const typedBy = (run: string): TypedValues => ({
  name: 'Camille Martin',
  email: `parcours-${run}@example.com`,
  phone: '06 39 98 00 00',
  day: (ahead) => formatFrenchDate(addDays(todayInParis(), ahead)),
});

export function describeResult({ failures, ...one }: JourneyResult): readonly string[] {
  const texts = failures.map(({ step, problem, picture, width }) => {
    const where = step ? `in step ${step.at} (${step.type})` : 'at its end';
    return { what: `${where} of ${journeyFile(one.journey.name)}: ${problem}`, width, picture };
  });
  const different = [...new Set(texts.map(({ what }) => what))];
  return different.map((problem) => {
    const alike = texts.filter((text) => text.what === problem);
    const widths = alike.map(({ width }) => width).join(' and ');
    const picture = alike.find((text) => text.picture)?.picture;
    return `${describeJourney(one)} fails at ${widths} px, ${problem}.${picture ? ` Picture: ${picture}` : ''}`;
  });
}

export const recordOf = ({ owner, journey, touched, failures }: JourneyResult): JourneyRun => {
  const [failure] = failures;
  return { ...owner, journey: journey.name, touched, problem: failure?.problem ?? null };
};
