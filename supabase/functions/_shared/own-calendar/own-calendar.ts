import type { Queryable } from '../drain.ts';
import type { BusyDays, Question, Span } from './busy-days.ts';
import { type Failure, ReadingError } from './fetch-calendar.ts';

interface DueCalendar extends Span {
  readonly address: string;
  readonly connection: string;
  readonly claim: number;
  readonly owners: readonly string[];
}

export interface CalendarSource {
  readonly address: string;
  readonly ending: AbortSignal;
  /** Stores that the calendar is too complex until the reading ends, in case the host ends the process during it. */
  readonly expectEnd: () => Promise<void>;
}

/** The busy days of a calendar. @throws ReadingError */
export type ReadCalendar = (source: CalendarSource, question: Question) => Promise<BusyDays>;

const CLAIM = `
  select c.*, array(select o.email from private.owners o) as owners from private.claim_own_calendar() c`;

/** Reads the owner's own calendar when the database says so, beside the worker's other tasks. */
export function createOwnCalendar(database: Queryable, ending: AbortSignal, read: ReadCalendar) {
  let reading: Promise<void> | null = null;
  let last: { readonly due: DueCalendar; readonly outcome: BusyDays | Failure } | null = null;

  const keep = async () => {
    if (last) await store(database, last.due, last.outcome);
    last = null;
  };
  return {
    /** Stores what was read, or reads the calendar when it is due. */
    poll: async () => {
      await keep();
      if (reading) return;
      const [due] = await database.query<DueCalendar>(CLAIM);
      if (!due) return;
      const { address, first, last: lastDay } = due;
      const owners = [...due.owners, ...addressesIn(address)];
      const expectEnd = () => store(database, due, 'too-complex');
      reading = read({ address, ending, expectEnd }, { first, last: lastDay, owners })
        .catch(failureOf)
        .then((outcome) => {
          last = { due, outcome };
          reading = null;
        });
    },
    /** Resolves when nothing is being read, and what was read is stored. */
    finish: async () => {
      await reading;
      await keep();
    },
  };
}

async function store(
  database: Queryable,
  { connection, claim }: DueCalendar,
  outcome: BusyDays | Failure,
): Promise<void> {
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
