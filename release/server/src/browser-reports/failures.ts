import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Counts, FailureKind, IncidentReport, ReleaseRequests, SpeedCount } from '@site/backend/incident-report';
import { readStatus, type SiteStatus } from '@site/release-core/queries/read-status';
import { type Activation, readActivation } from '@site/release-core/store/history';
import type { ReleaseName } from '@site/release-core/store/keys';
import type { Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import { argumentsOf } from '../run-program';

type ReleaseFailureKind = Omit<FailureKind, 'remote' | 'release' | 'preview'>;

export interface ReleaseFailures {
  readonly name: string;
  readonly id: string;
  /** `unknown` when the site has no such release. */
  readonly state: 'active' | 'not active' | 'revoked' | 'preview' | 'unknown';
  /** Leaves out those that a retry recovered. */
  readonly failures: number;
  /** Failures that a retry, the previous release or the composed HTML recovered. */
  readonly recovered: number;
  /** Pages that browsers opened with the release within the day; 0 where they are not counted. */
  readonly pages: number;
  /** Pages that became interactive with the release within the day. */
  readonly live: number;
  readonly rate: number | null;
  /** The rate of the previous release, within 30 days. */
  readonly previousRate: number | null;
  /** Most frequent first. */
  readonly kinds: readonly ReleaseFailureKind[];
}

/** The release that failed last comes first. */
export async function groupFailures(
  store: Store,
  { failures, rates }: Pick<IncidentReport, 'failures' | 'rates'>,
): Promise<ReleaseFailures[]> {
  const { revision } = await store.readState();
  const groups = new Map<string, FailureKind[]>();
  for (const failure of failures) {
    const key = [failure.remote, failure.release, failure.preview].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  const countsOf = (name: string, id: string | undefined) =>
    rates.find(({ remote, release }) => remote === name && release === id);
  const grouped = [...groups.values()].map(async (group) => {
    const [first] = group;
    if (!first) return [];
    const { remote: name, release: id, preview } = first;
    const kinds = group.map(({ remote: _, release: __, preview: ___, ...kind }) => kind);
    const day = preview ? undefined : countsOf(name, id)?.day;
    const past = preview ? null : await readActivation(store, { name, id });
    const previous = preview ? undefined : countsOf(name, previousOf(revision, past, { name, id }))?.kept;
    const failed: ReleaseFailures = {
      name,
      id,
      state: preview ? 'preview' : stateOf(revision, past, { name, id }),
      failures: day?.failures ?? sumOf(kinds.filter(({ mended }) => mended !== 'retry')),
      recovered: day?.recovered ?? sumOf(kinds.filter(({ mended }) => mended !== null)),
      pages: day?.pages ?? 0,
      live: day?.live ?? 0,
      rate: rateOf(day),
      previousRate: rateOf(previous),
      kinds,
    };
    return [failed];
  });
  return (await Promise.all(grouped)).flat();
}

const sumOf = (kinds: readonly ReleaseFailureKind[]) => kinds.reduce((sum, { count }) => sum + count, 0);

const rateOf = (counts: Counts | undefined) => (counts && counts.pages > 0 ? counts.failures / counts.pages : null);

function stateOf(
  revision: Revision | null,
  past: Activation | null,
  { name, id }: ReleaseName,
): ReleaseFailures['state'] {
  const { releases = {}, deactivated = {} } = revision ?? {};
  if (releases[name]?.active === id) return 'active';
  if ((releases[name] ?? deactivated[name])?.revoked.includes(id)) return 'revoked';
  return past ? 'not active' : 'unknown';
}

/** The release that a rollback of the active one returns to; of an earlier one, the release that it replaced. */
function previousOf(revision: Revision | null, past: Activation | null, { name, id }: ReleaseName): string | undefined {
  const part = revision?.releases[name];
  return (part?.active === id ? part.previous[0] : past?.previous) ?? undefined;
}

/** What failed in a day; `failures` is null when nobody here can know. */
export interface FailureReport {
  readonly failures: readonly ReleaseFailures[] | null;
  readonly reporters: number | null;
  readonly pages: readonly ActivePages[] | null;
  /** Lists parts that received any: the active release and those that were active before it. */
  readonly requests: readonly ReleaseRequests[] | null;
  /** Null also when all mails go. */
  readonly mails: IncidentReport['mails'];
  /** The hosted database has the failures, and is not named here. */
  readonly isElsewhere: boolean;
}

export interface LocalSite {
  readonly store: Store;
  readonly root: string;
}

/** Whether the hosted database has what browsers reported, and is not named here. */
export const isDatabaseElsewhere = (revision: Revision | null): boolean =>
  Boolean(revision?.data.backend.url) && !process.env.DATABASE_URL;

async function readFailures({ store, root }: LocalSite): Promise<FailureReport> {
  const { revision } = await store.readState();
  const isElsewhere = isDatabaseElsewhere(revision);
  const report = isElsewhere ? null : await readIncidents(root, { releases: countedReleases(revision) });
  if (!report) return { failures: null, reporters: null, pages: null, requests: null, mails: null, isElsewhere };
  const failures = await groupFailures(store, report);
  const pages = activePagesOf(revision, report);
  const { reporters, mails } = report;
  return { failures, reporters, pages, requests: ofReceivingParts(report), mails, isElsewhere };
}

interface IncidentQuery {
  /** ISO 8601; a day ago by default. */
  readonly since?: string;
  readonly until?: string | null;
  readonly releases?: readonly ReleaseName[];
}

export const readIncidents = (root: string, query: IncidentQuery) =>
  runReader<IncidentReport>(root, JSON.stringify(query));

export const readSpeedCounts = (root: string) => runReader<readonly SpeedCount[]>(root, 'speeds');

/** A month of failures of many releases is smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

async function runReader<Answer>(root: string, question: string): Promise<Answer | null> {
  const args = [...argumentsOf('backend/bin/incidents'), question];
  const answer = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: MAX_BYTES }).catch(
    () => null,
  );
  return answer && (JSON.parse(answer.stdout) as Answer);
}

/** Pages of an active release in the last 24 begun hours. */
export interface ActivePages {
  readonly name: string;
  readonly id: string;
  /** Pages that this site's servers sent; 0 where they are not counted. */
  readonly served: number;
  /** Pages that became interactive, as browsers report it. */
  readonly live: number;
}

const activePagesOf = (revision: Revision | null, { rates }: IncidentReport): readonly ActivePages[] =>
  Object.entries(revision?.releases ?? {}).map(([name, { active: id }]) => {
    const counts = rates.find(({ remote, release }) => remote === name && release === id)?.day;
    return { name, id, served: counts?.pages ?? 0, live: counts?.live ?? 0 };
  });

const PREVIOUS_COUNTED = 3;

/** The releases of each part whose requests are counted, the active one first. */
export const countedReleases = (revision: Revision | null): readonly ReleaseName[] =>
  Object.entries(revision?.releases ?? {}).flatMap(([name, { active, previous }]) =>
    [active, ...previous.slice(0, PREVIOUS_COUNTED)].map((id) => ({ name, id })),
  );

/** Leaves out parts that never received a request: most have no form. */
export function ofReceivingParts({ requests }: Pick<IncidentReport, 'requests'>): readonly ReleaseRequests[] {
  const receiving = new Set(requests.filter((counted) => counted.requests > 0).map(({ name }) => name));
  return requests.filter(({ name }) => receiving.has(name));
}

export type Status = SiteStatus & FailureReport;

export async function statusWithFailures(place: { readonly store: Store; readonly root: string }): Promise<Status> {
  return { ...(await readStatus(place.store)), ...(await readFailures(place)) };
}
