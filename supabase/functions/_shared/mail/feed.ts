import { createHash } from 'node:crypto';
import type { Queryable } from '../drain.ts';
import { type AgendaEntry, type AgendaSite, agendaCalendar } from './agenda-calendar.ts';

/** Returns the calendar with this file name, or null. */
export type Feed = (file: string) => Promise<string | null>;

/**
 * Looks up the hash of every name, even of a malformed one: the caller must not be able to choose which code runs or
 * how far a comparison gets.
 */
export function createFeed(database: Queryable, site: AgendaSite): Feed {
  return async (file) => {
    const hash = createHash('sha256').update(file).digest();
    const [row] = await database.query<{ days: readonly AgendaEntry[] | null }>(
      'select private.feed_days($1) as days',
      [hash],
    );
    return row?.days ? agendaCalendar(row.days, site) : null;
  };
}

/** Headers of both answers, so that they do not reveal whether an address is valid. */
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

/** The answer to a request for the calendar with this file name. */
export async function feedAnswer(feed: Feed, method: string, file: string) {
  const calendar = method === 'GET' || method === 'HEAD' ? await feed(file) : null;
  const [status, type, text] =
    calendar === null
      ? ([404, 'text/plain', 'There is no such calendar.\n'] as const)
      : ([200, 'text/calendar', calendar] as const);
  return { status, text, headers: { ...HEADERS, 'content-type': `${type}; charset=utf-8` } };
}
