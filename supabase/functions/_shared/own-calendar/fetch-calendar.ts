import { Buffer } from 'node:buffer';
import { NotPublicError, type PublicAnswer, type PublicOptions, requestPublic } from '../public-request.ts';

/** `private.own_calendar` stores these reasons. */
export type Failure =
  /** The address, or one that it redirects to, is not https on the public internet. */
  | 'forbidden'
  | 'away'
  | 'slow'
  | 'refused'
  | 'error'
  /** There were too many redirects. */
  | 'moved'
  | 'too-large'
  | 'no-calendar'
  | 'unreadable'
  | 'too-complex';

/** Contains neither the address nor the text of the calendar. */
export class ReadingError extends Error {
  override name = 'ReadingError';

  constructor(readonly failure: Failure) {
    super(`The owner's calendar cannot be read: ${failure}.`);
  }
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_REDIRECTS = 3;
/** Refuses compression: compressed text could be a thousand times as long. */
const HEADERS = { accept: 'text/calendar', 'accept-encoding': 'identity', 'user-agent': 'site-calendar/1.0' };
const REDIRECTS = [301, 302, 303, 307, 308];
/** Statuses that mean that there is no calendar at the address, or not any more. */
const REFUSALS = [401, 403, 404, 410];

/** Tests replace these: certificates, names, addresses and the port of their own machine, and time. */
export interface FetchOptions extends PublicOptions {
  readonly timeoutMs?: number;
  /** Limits the calendar; 20 MiB by default. */
  readonly mostBytes?: number;
}

/**
 * Reads a calendar of the public internet.
 * @param ending aborts it
 * @throws ReadingError, which does not contain the address
 */
export async function fetchCalendar(address: string, ending: AbortSignal, options: FetchOptions = {}): Promise<string> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = AbortSignal.any([ending, timeout]);
  try {
    return calendarText(await follow(address, signal, options));
  } catch (error) {
    throw error instanceof ReadingError ? error : new ReadingError(timeout.aborted ? 'slow' : failureOf(error));
  }
}

async function follow(address: string, signal: AbortSignal, options: FetchOptions): Promise<Buffer> {
  let next = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const url = checkedUrl(next);
    const response = await requestPublic(url, { method: 'GET', headers: HEADERS, signal }, options);
    const { statusCode, headers, body } = response;
    if (statusCode === 200) return readBody(body, options.mostBytes ?? MAX_BYTES);
    body.destroy();
    const [location] = [headers.location].flat();
    if (!REDIRECTS.includes(statusCode) || !location) {
      throw new ReadingError(REFUSALS.includes(statusCode) ? 'refused' : 'error');
    }
    next = URL.canParse(location, url.href) ? new URL(location, url).href : '';
  }
  throw new ReadingError('moved');
}

function checkedUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) throw new ReadingError('forbidden');
  return url;
}

async function readBody(body: PublicAnswer['body'], mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop destroys the body.
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBytes) throw new ReadingError('too-large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function calendarText(body: Buffer): string {
  const text = new TextDecoder().decode(body);
  const start = text.search(/^[ \t]*BEGIN:VCALENDAR\s/im);
  if (start === -1) throw new ReadingError('no-calendar');
  return text.slice(start).trimStart();
}

const failureOf = (error: unknown): Failure => (error instanceof NotPublicError ? 'forbidden' : 'away');
