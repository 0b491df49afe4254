import type { Database } from '@site/backend/src/database/database';
import type { Answer } from './answer';
import { type Clash, type Settled, statusWording } from './status-wording';

const MATCHES = `
  select id, 'reservation' as kind from public.reservations where starts_with(id::text, $1)
  union all
  select id, 'contact' from public.contacts where starts_with(id::text, $1)`;

// Functions of the owner's space; null stands for the terminal, any version and all days.
const ACTIONS = {
  confirmee: 'private.confirm_request(null, before.id, null, null)',
  annulee: 'private.cancel_request(null, before.id, null)',
} as const;

const settle = (action: string) => `
  select after.request, (after.request ->> 'version')::integer = before.version as "wasSettled"
  from (select id, version from public.reservations where id = $1 for update) as before,
    lateral (select ${action} as request) as after`;

const CLASHES = `
  select to_char(mine.date, 'YYYY-MM-DD') as date, r.name, left(r.id::text, 8) as "shortId"
  from public.reservation_dates mine
  join public.reservation_dates theirs on theirs.date = mine.date and theirs.reservation_id <> mine.reservation_id
  join public.reservations r on r.id = theirs.reservation_id and r.status = 'confirmee'
  where mine.reservation_id = $1
  order by mine.date, r.created_at`;

const MAILS = { confirmee: 'confirmation', annulee: 'cancellation' } as const;

const IS_MAILED = `
  select exists (
    select from private.outbox where ref = $1 and kind = $2 and sent_at is null and given_up_at is null) as "isMailed"`;

// A shorter one could become ambiguous with the next reservation.
const REFERENCE = /^[0-9a-f]{8}[0-9a-f-]{0,28}$/;

/** Sets the status of the only reservation whose id begins with `given`. */
export async function setStatus(database: Database, given: string, status: 'confirmee' | 'annulee'): Promise<Answer> {
  const reference = given.trim().toLowerCase();
  if (!REFERENCE.test(reference)) return { ok: false, reason: statusWording.malformed };
  const matches = await database.query<{ id: string; kind: string }>(MATCHES, [reference]);
  const found = matches.filter(({ kind }) => kind === 'reservation').map(({ id }) => id);
  const [id, ...others] = found;
  if (!id) return { ok: false, reason: statusWording.missing(reference, matches.length > 0) };
  if (others.length > 0) return { ok: false, reason: statusWording.ambiguous(reference, found) };

  const [settled] = await database.query<Settled>(settle(ACTIONS[status]), [id]);
  if (!settled) return { ok: false, reason: statusWording.missing(reference, false) };
  // Queried after the update: of two simultaneous confirmations at least the later one sees the other.
  const clashes = status === 'confirmee' ? await database.query<Clash>(CLASHES, [id]) : [];
  const [{ isMailed } = { isMailed: false }] = await database.query<{ isMailed: boolean }>(IS_MAILED, [
    id,
    MAILS[status],
  ]);
  return { ok: true, text: statusWording.settled(settled, status, { clashes, isMailed }) };
}
