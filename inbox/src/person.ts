import type { Database } from '@site/backend/src/database/database';
import type { SiteRequest } from '@site/supabase/functions/_shared/claimed-mail';

/** All that is kept about the person with one address. */
export interface Person {
  readonly contacts: readonly KeptRequest[];
  readonly reservations: readonly KeptRequest[];
}

interface KeptRequest extends SiteRequest {
  readonly mails: readonly KeptMail[];
}

/** A mail to the owner about a request. Times in ISO 8601, UTC. */
interface KeptMail {
  readonly kind: string;
  readonly queuedAt: string;
  readonly sentAt: string | null;
  readonly givenUpAt: string | null;
}

const OLDEST_FIRST = `
  select request,
    (select coalesce(json_agg(json_build_object('kind', o.kind, 'queuedAt', private.iso(o.created_at),
       'sentAt', private.iso(o.sent_at), 'givenUpAt', private.iso(o.given_up_at)) order by o.id), '[]')
     from private.outbox o where o.ref = kept.id) as mails
  from (
    select c.id, c.created_at, private.contact_json(c) as request from public.contacts c where lower(c.email) = $1
    union all
    select r.id, r.created_at, private.reservation_json(r) from public.reservations r where lower(r.email) = $1
  ) as kept
  order by created_at, id`;

/** Two spellings of an address are one person. */
export const sameAddress = (address: string) => address.trim().toLowerCase();

/** Null where nothing is kept about this address. */
export async function readPerson(database: Database, address: string): Promise<Person | null> {
  const rows = await database.query<{ request: SiteRequest; mails: KeptMail[] }>(OLDEST_FIRST, [sameAddress(address)]);
  const kept = rows.map(({ request, mails }): KeptRequest => ({ ...request, mails }));
  if (kept.length === 0) return null;
  const ofKind = (wanted: SiteRequest['kind']) => kept.filter(({ kind }) => kind === wanted);
  return { contacts: ofKind('contact'), reservations: ofKind('reservation') };
}

/** Ids of a person's requests, by which their mails are found. */
export const refsOf = ({ contacts, reservations }: Person) => [...contacts, ...reservations].map(({ id }) => id);
