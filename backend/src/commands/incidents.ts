import { DAY_MS } from '@site/contract/today';
import { readFlags, UserError } from '@site/terminal/program';
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

const USAGE =
  'Usage: npx tsx backend/bin/incidents.ts --json [--since <ISO 8601>] [--until <ISO 8601>] [--releases booking@<id>,…], or --json --speeds';

/** Failures that are alike in these columns besides release, phase and code, 20 kinds of each release at most. */
const failuresBy = (columns: string, shown = columns) => `
  select remote, release, preview, phase, code, ${shown}, count,
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

/**
 * The report that `bin/incidents.ts` prints, for its arguments.
 * @throws UserError
 */
export async function readIncidents(args: string[], env: NodeJS.ProcessEnv): Promise<object> {
  const asked = readQuestion(args);
  const read = (database: Database): Promise<object> =>
    asked.speeds ? readSpeeds(database) : readReport(database, asked);
  return withDatabase(readOptions(env), read).catch((error: unknown) => {
    // A site that was never started has no incidents.
    if (error instanceof NoDatabaseError) return asked.speeds ? { speeds: [] } : NOTHING;
    throw error;
  });
}

const NOTHING: IncidentReport = { failures: [], positions: [], rates: [], reporters: 0, requests: [], mails: null };

const readSpeeds = async (database: Database) => ({ speeds: await database.query<SpeedCount>(SPEEDS) });

async function readReport(database: Database, { since, until, releases }: Question): Promise<IncidentReport> {
  const failures = await database.query<FailureKind>(KINDS, [since, until]);
  const positions = await database.query<FailurePosition>(POSITIONS, [since, until]);
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

const FLAG = { type: 'boolean', default: false } as const;
const FLAGS = {
  json: FLAG,
  since: { type: 'string', default: '' },
  until: { type: 'string', default: 'infinity' },
  releases: { type: 'string', default: '' },
  speeds: FLAG,
} as const;

interface Question {
  readonly speeds: boolean;
  readonly since: string;
  readonly until: string;
  readonly releases: readonly Pick<ReleaseRequests, 'name' | 'id'>[];
}

function readQuestion(args: string[]): Question {
  const { positionals, values } = readFlags(args, FLAGS, USAGE);
  const { json, until, releases, speeds } = values;
  const since = values.since || new Date(Date.now() - DAY_MS).toISOString();
  if (positionals[0] !== undefined) throw new UserError(`"${positionals[0]}" is no flag. ${USAGE}`);
  if (!json) throw new UserError(`--json is missing. ${USAGE}`);
  for (const [flag, moment] of Object.entries({ since, until })) {
    if (moment !== 'infinity' && Number.isNaN(Date.parse(moment)))
      throw new UserError(`--${flag} is "${moment}". ${USAGE}`);
  }
  const named = releases ? releases.split(',') : [];
  return { since, until, releases: named.map(parseRelease), speeds };
}

function parseRelease(named: string): Pick<ReleaseRequests, 'name' | 'id'> {
  const [name = '', id = ''] = named.split('@');
  return { name, id };
}
