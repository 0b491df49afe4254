import type { Database } from '@site/backend/database';
import type { OwnedRequest } from '@site/supabase/requests';
import type { MailState } from './mail-state';

/** One contact message or reservation, as `inbox --json` prints it. */
export interface Entry extends OwnedRequest {
  /** The beginning of `id`, which the owner's commands accept. */
  readonly shortId: string;
  /** The most troubled of its mails; null when none is in the outbox any more. */
  readonly mail: MailState | null;
}

// One statement, for one snapshot.
const NEWEST_FIRST = `
  select request, mail
  from (
    select c.id, c.created_at, private.owned_contact_json(c) as request from public.contacts c
    union all
    select r.id, r.created_at, private.owned_reservation_json(r) from public.reservations r
  ) as entry
  left join lateral (
    select json_build_object('id', told.id::text, 'sentAt', private.iso(told.sent_at), 'attempts', told.attempts,
      'lastError', told.last_error,
      'nextTryAt', case when told.sent_at is null and told.given_up_at is null
                   then private.iso(greatest(told.not_before, told.claimed_until)) end,
      'givenUpAt', private.iso(told.given_up_at)) as mail
    from private.outbox o
    -- The mail of its digest until that is sent, otherwise its own.
    left join private.outbox d on d.id = o.digest_id and d.sent_at is null and o.sent_at is null
    join private.outbox told on told.id = coalesce(d.id, o.id)
    where o.ref = entry.id and o.recipient_hash is null
    order by told.sent_at is not null, told.given_up_at is null, told.last_error is null, o.id desc limit 1
  ) as worst on true
  order by created_at desc, id`;

export async function readEntries(database: Database): Promise<readonly Entry[]> {
  const rows = await database.query<{ request: OwnedRequest; mail: MailState | null }>(NEWEST_FIRST);
  return rows.map(({ request, mail }) => ({ ...request, shortId: request.id.slice(0, 8), mail }));
}
