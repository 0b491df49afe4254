import type { Database } from '../database/database';
import type { MailState } from './mail-state';

/** One contact message or reservation, as `inbox --json` prints it. */
export type Entry = {
  kind: 'contact' | 'reservation';
  id: string;
  /** The beginning of `id` by which the owner's commands find it. */
  shortId: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  name: string;
  email: string;
  phone: string | null;
  isAgefice: boolean;
  /** Contacts only. */
  message: string | null;
  /** Reservations only: yyyy-MM-dd, ascending. */
  dates: string[];
  /** Reservations only: nouvelle, confirmee or annulee. */
  status: string | null;
  /** Came while far more than usual were coming in: look twice. */
  flagged: boolean;
  /** Of its mails the one that needs a look most; null when none is remembered any more. */
  mail: MailState | null;
};

// One statement, so that the list is of one moment.
const NEWEST_FIRST = `
  select kind, id, left(id::text, 8) as "shortId", private.iso(created_at) as "receivedAt",
    name, email, phone, is_agefice as "isAgefice", message, dates, status, flagged, mail
  from (
    select 'contact' as kind, c.id, c.created_at, c.prenom || ' ' || c.nom as name, c.email, c.telephone as phone,
      c.is_agefice, c.message, '[]'::json as dates, null as status, c.flagged
    from public.contacts c
    union all
    select 'reservation', r.id, r.created_at, r.name, r.email, r.phone, r.is_agefice, null,
      coalesce((select json_agg(to_char(d.date, 'YYYY-MM-DD') order by d.date)
                from public.reservation_dates d where d.reservation_id = r.id), '[]'),
      r.status, r.flagged
    from public.reservations r
  ) as entry
  left join lateral (
    select json_build_object('sentAt', private.iso(o.sent_at), 'attempts', o.attempts, 'lastError', o.last_error,
      'nextTryAt', case when o.sent_at is null and o.given_up_at is null
                   then private.iso(greatest(o.not_before, o.claimed_until)) end,
      'givenUpAt', private.iso(o.given_up_at)) as mail
    from private.outbox o where o.ref = entry.id
    order by o.sent_at is not null, o.given_up_at is null, o.last_error is null, o.id desc limit 1
  ) as worst on true
  order by created_at desc, id`;

/** Everything received, newest first. */
export function readEntries(database: Database): Promise<Entry[]> {
  return database.query<Entry>(NEWEST_FIRST);
}
