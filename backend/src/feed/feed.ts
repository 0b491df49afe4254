import { createHash } from 'node:crypto';
import { type AgendaEntry, agendaCalendar } from '@site/supabase/functions/_shared/agenda-calendar';
import type { Queryable } from '@site/supabase/functions/_shared/outbox';

/** The calendar whose address ends with this file's name; null where there is none. */
export type Feed = (file: string) => Promise<string | null>;

/**
 * Every name is looked up, also one that no address can have, and as its digest: what the caller can choose decides neither
 * which code runs nor how far a comparison comes.
 */
export function createFeed(database: Queryable, siteOrigin?: string): Feed {
  return async (file) => {
    const digest = createHash('sha256').update(file).digest();
    const [row] = await database.query<{ days: readonly AgendaEntry[] | null }>(
      'select private.feed_days($1) as days',
      [digest],
    );
    return row?.days ? agendaCalendar(row.days, siteOrigin) : null;
  };
}
