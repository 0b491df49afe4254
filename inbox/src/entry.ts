import type { Database } from '@site/backend/src/database/database';
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
  /** The hidden field was filled in, which people never see: no mail tells of it. */
  unwanted: boolean;
  /** Of its mails the one that needs a look most; null when none is remembered any more. */
  mail: MailState | null;
};

// One statement, so that the list is of one moment.
const NEWEST_FIRST = `
  select kind, id, left(id::text, 8) as "shortId", private.iso(created_at) as "receivedAt",
    name, email, phone, is_agefice as "isAgefice", message, dates, status, flagged, unwanted, mail
  from (
    select 'contact' as kind, c.id, c.created_at, c.prenom || ' ' || c.nom as name, c.email, c.telephone as phone,
      c.is_agefice, c.message, '[]'::json as dates, null as status, c.flagged, c.unwanted
    from public.contacts c
    union all
    select 'reservation', r.id, r.created_at, r.name, r.email, r.phone, r.is_agefice, null,
      coalesce((select json_agg(to_char(d.date, 'YYYY-MM-DD') order by d.date)
                from public.reservation_dates d where d.reservation_id = r.id), '[]'),
      r.status, r.flagged, r.unwanted
    from public.reservations r
  ) as entry
  left join lateral (
    select json_build_object('id', told.id::text, 'sentAt', private.iso(told.sent_at), 'attempts', told.attempts,
      'lastError', told.last_error,
      'nextTryAt', case when told.sent_at is null and told.given_up_at is null
                   then private.iso(greatest(told.not_before, told.claimed_until)) end,
      'givenUpAt', private.iso(told.given_up_at)) as mail
    from private.outbox o
    -- The digest that tells of it, until it has; else its own mail.
    left join private.outbox d on d.id = o.digest_id and d.sent_at is null and o.sent_at is null
    join private.outbox told on told.id = coalesce(d.id, o.id)
    where o.ref = entry.id
    order by told.sent_at is not null, told.given_up_at is null, told.last_error is null, o.id desc limit 1
  ) as worst on true
  order by created_at desc, id`;

/** Everything received, newest first. */
export function readEntries(database: Database): Promise<Entry[]> {
  return database.query<Entry>(NEWEST_FIRST);
}
