import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/database/postgres';
import { contact, datesOf, parisDay, reservation } from './rows';
import { anyAddress, attemptHeader } from './visitor';

interface Address {
  readonly url: string;
  readonly anonKey: string;
}
interface Client extends Address {
  readonly ending: AbortSignal;
}

const CLIENTS = 8;
const PAUSE_MS = 50;
/** The form's time-out. */
const ANSWER_MS = 15_000;

interface AcceptedSubmission {
  readonly table: 'contacts' | 'reservations';
  readonly attempt: string;
  readonly dates: readonly string[];
}

/**
 * Sends submissions from 8 clients; each repeats its attempt until it is answered with success.
 * @param events functions by the number of answers after which they are called; the clients continue meanwhile
 */
export async function submitAll(
  to: Address,
  count: number,
  events: Readonly<Record<number, () => Promise<void>>>,
): Promise<AcceptedSubmission[]> {
  const promised: AcceptedSubmission[] = [];
  const happening: Promise<void>[] = [];
  const ending = new AbortController();
  let taken = 0;
  const work = async () => {
    while (taken < count) {
      taken += 1;
      const client = { ...to, ending: ending.signal };
      promised.push(await (taken % 2 === 0 ? sendContact(client) : book(client)));
      const event = events[promised.length];
      if (event) happening.push(event());
    }
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, work));
    await Promise.all(happening);
  } finally {
    // When one client has failed, the others would retry for ever.
    ending.abort();
  }
  return promised;
}

async function sendContact(to: Client): Promise<AcceptedSubmission> {
  const attempt = randomUUID();
  await untilStored(to, 'contacts', { row: contact, headers: attemptHeader(attempt) });
  return { table: 'contacts', attempt, dates: [] };
}

async function book(to: Client): Promise<AcceptedSubmission> {
  const attempt = randomUUID();
  const header = attemptHeader(attempt);
  const headers = { ...header, prefer: 'return=representation' };
  const { status, body } = await untilStored(to, 'reservations?select=id', { row: reservation, headers });
  // The answer to a repeated attempt contains the id in its details.
  const id: string = status === 201 ? body[0].id : body.details;
  const dates = [parisDay(10), parisDay(20)];
  await untilStored(to, 'reservation_dates', { row: datesOf(id, ...dates), headers: header });
  return { table: 'reservations', attempt, dates };
}

interface Submission {
  readonly row: unknown;
  readonly headers: object;
}

/** Repeats the call, as a visitor would press the button again. Throws when it is refused. */
async function untilStored({ url, anonKey, ending }: Client, path: string, { row, headers }: Submission) {
  const call = {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json', 'x-forwarded-for': anyAddress(), ...headers },
    body: JSON.stringify(row),
  };
  for (;;) {
    // Null when the connection broke or no answer came in time.
    const answer = await fetch(`${url}/rest/v1/${path}`, { ...call, signal: AbortSignal.timeout(ANSWER_MS) })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    if (answer && (answer.status === 201 || answer.text.includes('"ALREADY_STORED"')))
      return { status: answer.status, body: answer.text ? JSON.parse(answer.text) : null };
    if (answer && answer.status < 500) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    await delay(PAUSE_MS, undefined, { signal: ending });
  }
}

interface StoredSubmission {
  readonly attempt: string;
  readonly dates: readonly string[];
  readonly mails: number;
}

/** Every stored submission, with its dates and the number of its rows in the outbox. */
export async function readSubmissions(
  owner: Database,
  table: AcceptedSubmission['table'],
): Promise<StoredSubmission[]> {
  const dates =
    table === 'reservations'
      ? 'array(select d.date::text from public.reservation_dates d where d.reservation_id = s.id order by d.date)'
      : "'{}'::text[]";
  return owner.query<StoredSubmission>(
    `select s.attempt, ${dates} as dates,
            (select count(*)::integer from private.outbox o where o.ref = s.id) as mails
       from public.${table} s order by s.attempt`,
  );
}

/** The submissions that the database must contain: each promised one once, with one mail, and no others. */
function expected(promised: readonly AcceptedSubmission[], table: AcceptedSubmission['table']): StoredSubmission[] {
  return promised
    .filter((one) => one.table === table)
    .map(({ attempt, dates }) => ({ attempt, dates, mails: 1 }))
    .sort((a, b) => (a.attempt < b.attempt ? -1 : 1));
}

/** Each promised submission is stored once with one row in the outbox, and there is nothing else. */
export async function expectStoredOnce(owner: Database, promised: readonly AcceptedSubmission[]): Promise<void> {
  for (const table of ['contacts', 'reservations'] as const) {
    expect(await readSubmissions(owner, table)).toEqual(expected(promised, table));
  }
  expect(await inconsistencies(owner)).toEqual({ orphans: 0, silent: 0 });
}

/** Counts rows of the outbox without a submission (`orphans`), and submissions without such a row (`silent`). */
export async function inconsistencies(owner: Database): Promise<{ orphans: number; silent: number }> {
  const [row] = await owner.query<{ orphans: number; silent: number }>(
    `with s as (select id from public.contacts union all select id from public.reservations)
     select (select count(*)::integer from private.outbox o where o.ref is not null and o.ref not in (select id from s)) as orphans,
            (select count(*)::integer from s where id not in (select ref from private.outbox where ref is not null)) as silent`,
  );
  return row ?? { orphans: -1, silent: -1 };
}
