import type { Database } from '../database/database';

/** One contact message or reservation, as `inbox --json` prints it. */
export type Entry = {
  kind: 'contact' | 'reservation';
  id: string;
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
};

// One statement, so that the list is of one moment.
const NEWEST_FIRST = `
  select kind, id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "receivedAt",
    name, email, phone, is_agefice as "isAgefice", message, dates, status, flagged
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
  order by created_at desc, id`;

/** Everything received, newest first. */
export function readEntries(database: Database): Promise<Entry[]> {
  return database.query<Entry>(NEWEST_FIRST);
}
