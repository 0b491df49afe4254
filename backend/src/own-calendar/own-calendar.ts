import type { Queryable } from '@site/supabase/functions/_shared/outbox';
import type { Span } from './busy-days';
import { computeBusyDays } from './compute-busy-days';
import { type Failure, ReadingError } from './failure';
import { fetchCalendar } from './fetch-calendar';

interface Due extends Span {
  readonly address: string;
  readonly connection: string;
}

/** The busy days of the calendar at an address. @throws ReadingError */
export type ReadCalendar = (address: string, span: Span, ending: AbortSignal) => Promise<readonly string[]>;

const readCalendar: ReadCalendar = async (address, span, ending) =>
  (await computeBusyDays(await fetchCalendar(address, ending), span, { ending })).days;

/** Reads the owner's own calendar when the database says so, beside the worker's other tasks. */
export function createOwnCalendar(database: Queryable, ending: AbortSignal, read: ReadCalendar = readCalendar) {
  let reading: Promise<void> | null = null;
  let lastReading: { readonly connection: string; readonly days: readonly string[] | Failure } | null = null;

  return {
    /** Stores what was read, or begins a reading that is due. */
    look: async () => {
      if (lastReading) {
        const { connection, days } = lastReading;
        const call = typeof days === 'string' ? 'own_calendar_failed($1, $2)' : 'own_calendar_read($1, $2::date[])';
        await database.query(`select private.${call}`, [connection, days]);
        lastReading = null;
      }
      if (reading) return;
      const [due] = await database.query<Due>('select * from private.claim_own_calendar()');
      if (!due) return;
      const { address, connection, ...span } = due;
      reading = read(address, span, ending)
        .catch(failureOf)
        .then((days) => {
          lastReading = { connection, days };
          reading = null;
        });
    },
    /** Resolves when nothing is being read. */
    idle: async () => {
      await reading;
    },
  };
}

const failureOf = (error: unknown): Failure => (error instanceof ReadingError ? error.failure : 'unreadable');
