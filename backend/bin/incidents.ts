import { parseArgs } from 'node:util';
import type { Database } from '../src/database/database';
import { readOptions } from '../src/options';
import { reasonOf, UserError } from '../src/user-error';
import { NoDatabaseError, withDatabase } from '../src/with-database';

/** What `--json` prints. */
interface Report {
  /** The latest first. */
  readonly incidents: readonly IncidentCount[];
  /** How many addresses have reported incidents within the last day, whatever `--hours` says: older ones are forgotten. */
  readonly reporters: number;
}

/** How often one release failed to load in visitors' browsers. */
interface IncidentCount {
  /** `other` when the site has registered no such part and release. */
  readonly remote: string;
  readonly release: string;
  readonly count: number;
  /** ISO 8601, UTC. */
  readonly lastAt: string;
}

// Incidents are kept for 30 days.
const MOST_HOURS = 30 * 24;
const USAGE = `Usage: npx tsx backend/bin/incidents.ts --json [--hours 24], with 1 to ${MOST_HOURS} hours`;

const COUNTS = `
  select remote, release, count(*)::integer as count,
    to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastAt"
  from public.incidents
  where created_at > now() - make_interval(hours => $1)
  group by remote, release
  order by max(created_at) desc, remote, release`;

async function printIncidents(args: string[]): Promise<void> {
  const hours = readHours(args);
  const report = await withDatabase(readOptions(process.env), (database) => readReport(database, hours)).catch(
    (error: unknown): Report => {
      // A site that was never started has no incidents.
      if (error instanceof NoDatabaseError) return { incidents: [], reporters: 0 };
      throw error;
    },
  );
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}

async function readReport(database: Database, hours: number): Promise<Report> {
  const incidents = await database.query<IncidentCount>(COUNTS, [hours]);
  const [row] = await database.query<Pick<Report, 'reporters'>>('select private.reporters()::integer as reporters');
  return { incidents, reporters: row?.reporters ?? 0 };
}

/** @throws UserError */
function readHours(args: string[]): number {
  const { json, hours } = readArguments(args.filter((arg) => arg !== '--'));
  const value = /^\d+$/.test(hours) ? Number(hours) : 0;
  if (json && value >= 1 && value <= MOST_HOURS) return value;
  throw new UserError(USAGE);
}

function readArguments(args: string[]): { json: boolean; hours: string } {
  try {
    return parseArgs({
      args,
      options: { json: { type: 'boolean', default: false }, hours: { type: 'string', default: '24' } },
    }).values;
  } catch (cause) {
    throw new UserError(USAGE, { cause });
  }
}

process.umask(0o077);
// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', () => process.exit(0));
printIncidents(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof UserError ? error.message : `The incidents cannot be read: ${reasonOf(error)}`);
  process.exitCode = 1;
});
