import { DAY_MS } from '@site/contract/today';
import type { Database } from '../database/postgres';
import type {
  FailureKind,
  FailurePosition,
  IncidentReport,
  ReleaseRate,
  ReleaseRequests,
  SpeedCount,
  UnsentMails,
} from '../process/incident-report';
import { readOptions } from '../process/options';
import { NoDatabaseError, withDatabase } from './with-database';

/** What to report. Times in ISO 8601: by default the last day. */
export interface IncidentQuestion {
  readonly since?: string;
  readonly until?: string | null;
  readonly releases?: readonly Pick<ReleaseRequests, 'name' | 'id'>[];
}

/** Failures that are alike in these columns besides release, phase and code, 20 kinds of each release at most. */
const failuresBy = (columns: string, resultColumns = columns) => `
  select remote, release, preview, phase, code, ${resultColumns}, count,
    private.iso(first_at) as "firstAt", private.iso(last_at) as "lastAt"
  from (
    select remote, release, preview, phase, code, ${columns}, count(*)::integer as count,
      min(created_at) as first_at, max(created_at) as last_at,
      max(max(created_at)) over (partition by remote, release, preview) as failed_at,
      row_number() over (partition by remote, release, preview order by count(*) desc, max(created_at) desc) as rank
    from public.incidents
    where created_at > $1::timestamptz and created_at <= $2::timestamptz
    group by remote, release, preview, phase, code, ${columns}
  ) as kind
  where rank <= 20
  order by failed_at desc, remote, release, preview, rank`;

const KINDS = failuresBy('route, mended');
const POSITIONS = failuresBy(
  'route, mended, script, line, "column", thrown_in',
  'route, mended, script, line, "column", thrown_in as "thrownIn"',
);

const RATES = `
  select kept.remote, kept.release,
    json_build_object('failures', coalesce(day.failures, 0), 'recovered', coalesce(day.recovered, 0),
      'pages', coalesce(day.pages, 0), 'live', coalesce(day.live, 0)) as day,
    json_build_object('failures', kept.failures, 'recovered', kept.recovered, 'pages', kept.pages, 'live', kept.live) as kept
  from private.release_failures(now() - interval '30 days') as kept
    left join private.release_failures(private.day_start()) as day
      on day.remote = kept.remote and day.release = kept.release
  order by kept.remote, kept.release`;

const MAILS = `
  select count(*)::integer as unsent, (array_agg(last_error order by id desc))[1] as "lastError" from private.outbox
  where sent_at is null and digest_id is null and last_error is not null having count(*) > 0`;

const SPEEDS = `
  select remote, release, route, metric, bucket, pages::integer from private.release_speeds()
  order by remote, release, route, metric, bucket`;

/** @throws UserError */
export function readIncidents(question: IncidentQuestion, env: NodeJS.ProcessEnv): Promise<IncidentReport> {
  return readOr(NOTHING, env, (database) => readReport(database, question));
}

/** @throws UserError */
export function readSpeeds(env: NodeJS.ProcessEnv): Promise<readonly SpeedCount[]> {
  return readOr([], env, (database) => database.query<SpeedCount>(SPEEDS));
}

/** @param nothing the answer for a site that was never started */
const readOr = <Report>(nothing: Report, env: NodeJS.ProcessEnv, read: (database: Database) => Promise<Report>) =>
  withDatabase(readOptions(env), read).catch((error: unknown) => {
    if (error instanceof NoDatabaseError) return nothing;
    throw error;
  });

const NOTHING: IncidentReport = { failures: [], positions: [], rates: [], reporters: 0, requests: [], mails: null };

async function readReport(database: Database, question: IncidentQuestion): Promise<IncidentReport> {
  const { since = new Date(Date.now() - DAY_MS).toISOString(), until, releases = [] } = question;
  const failures = await database.query<FailureKind>(KINDS, [since, until ?? 'infinity']);
  const positions = await database.query<FailurePosition>(POSITIONS, [since, until ?? 'infinity']);
  const rates = await database.query<ReleaseRate>(RATES);
  const [row] = await database.query<Pick<IncidentReport, 'reporters'>>(
    'select private.reporters()::integer as reporters',
  );
  const [counted] = await database.query<{ requests: readonly ReleaseRequests[] }>(
    'select private.release_requests($1) as requests',
    [JSON.stringify(releases)],
  );
  const [mails = null] = await database.query<UnsentMails>(MAILS);
  return { failures, positions, rates, reporters: row?.reporters ?? 0, requests: counted?.requests ?? [], mails };
}
