import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Queryable } from '@site/supabase/functions/_shared/drain';
import { programArguments } from '@site/terminal/program';
import type { Question, Reading, Span } from './busy-days';
import { type Failure, fetchCalendar, ReadingError } from './fetch-calendar';

interface Due extends Span {
  readonly address: string;
  readonly connection: string;
  readonly claim: number;
  /** The addresses of the space's owners. */
  readonly owners: readonly string[];
}

/** The busy days of the calendar at an address. @throws ReadingError */
type ReadCalendar = (address: string, question: Question, ending: AbortSignal) => Promise<Reading>;

const CLAIM = `
  select c.*, array(select o.email from private.owners o) as owners from private.claim_own_calendar() c`;

const readCalendar: ReadCalendar = async (address, question, ending) =>
  computeBusyDays(await fetchCalendar(address, ending), question, { ending });

/** Reads the owner's own calendar when the database says so, beside the worker's other tasks. */
export function createOwnCalendar(database: Queryable, ending: AbortSignal, read: ReadCalendar = readCalendar) {
  let reading: Promise<void> | null = null;
  let last: { readonly due: Due; readonly outcome: Reading | Failure } | null = null;

  return {
    /** Stores what was read, or begins a reading that is due. */
    look: async () => {
      if (last) {
        await store(database, last.due, last.outcome);
        last = null;
      }
      if (reading) return;
      const [due] = await database.query<Due>(CLAIM);
      if (!due) return;
      const { address, first, last: lastDay } = due;
      const owners = [...due.owners, ...addressesIn(address)];
      reading = read(address, { first, last: lastDay, owners }, ending)
        .catch(failureOf)
        .then((outcome) => {
          last = { due, outcome };
          reading = null;
        });
    },
    /** Resolves when nothing is being read. */
    idle: async () => {
      await reading;
    },
  };
}

async function store(database: Queryable, { connection, claim }: Due, outcome: Reading | Failure): Promise<void> {
  const [call, values] =
    typeof outcome === 'string'
      ? ['own_calendar_failed($1, $2, $3)', [outcome]]
      : ['own_calendar_read($1, $2, $3::date[], $4::text[])', [outcome.days, outcome.unread]];
  await database.query(`select private.${call}`, [connection, claim, ...values]);
}

/** Google's addresses of calendars name the person: `/calendar/ical/moi%40exemple.fr/private-…/basic.ics`. */
const addressesIn = (address: string) =>
  address
    .split('/')
    .map((part) => part.replace('%40', '@'))
    .filter((part) => /^[^@\s]+@[^@\s]+$/.test(part));

const failureOf = (error: unknown): Failure => (error instanceof ReadingError ? error.failure : 'unreadable');

const { resolve } = createRequire(import.meta.url);
const TIMEOUT_MS = 10_000;
const MEMORY = '--max-old-space-size=512';

/** What `bin/busy-days.ts` prints. */
export type BusyDaysOutput = Reading | { readonly failure: Failure };

interface Limits {
  /** Ends the process. */
  readonly ending: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * The busy days of a calendar, computed in a process of its own: a calendar can keep its parser busy for ever.
 * @throws ReadingError
 */
export async function computeBusyDays(
  calendar: string,
  question: Question,
  { ending, timeoutMs = TIMEOUT_MS }: Limits,
): Promise<Reading> {
  const args = [MEMORY, ...programArguments(resolve('#programs/backend/bin/busy-days'))];
  const answer = await new Promise<BusyDaysOutput>((answered) => {
    const options = { signal: ending, timeout: timeoutMs, killSignal: 'SIGKILL', windowsHide: true } as const;
    const child = execFile(process.execPath, args, options, (error, stdout) =>
      answered(error ? { failure: 'too-complex' } : (JSON.parse(stdout) as BusyDaysOutput)),
    );
    // The process may end before it has read all of its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify({ calendar, question }));
  });
  if ('failure' in answer) throw new ReadingError(answer.failure);
  return answer;
}
