import { createHash } from 'node:crypto';
import type { Queryable } from '@site/supabase/functions/_shared/drain';
import {
  type AgendaEntry,
  type AgendaSite,
  agendaCalendar,
} from '@site/supabase/functions/_shared/mail/agenda-calendar';

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
