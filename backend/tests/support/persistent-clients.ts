import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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

/** A submission that was answered with success. */
export interface Promised {
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
): Promise<Promised[]> {
  const promised: Promised[] = [];
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

async function sendContact(to: Client): Promise<Promised> {
  const attempt = randomUUID();
  await untilStored(to, 'contacts', { row: contact, headers: attemptHeader(attempt) });
  return { table: 'contacts', attempt, dates: [] };
}

async function book(to: Client): Promise<Promised> {
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
