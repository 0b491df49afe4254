import type { Database } from '@site/backend/src/database/database';
import { transaction } from '@site/backend/src/database/transaction';
import { deleteForGood } from '@site/backend/src/engine/compact';
import { removeMailFiles } from './mail-files';

/** How many of each were removed; `files` are those in `mails/`. */
export type Removed = { contacts: number; reservations: number; mails: number; files: number };

type Gone = Omit<Removed, 'files'> & { refs: string[]; digests: string[]; isUnderWay: boolean };

const remove = (contacts: string, reservations: string) => `
  with contact as (
    delete from public.contacts where ${contacts} returning id
  ), reservation as (
    delete from public.reservations where ${reservations} returning id
  ), gone as (
    select id from contact union all select id from reservation
  ), mail as (
    delete from private.outbox where ref in (select id from gone)
    returning sent_at is null and claimed_until > clock_timestamp() as under_way, digest_id
  )
  select (select count(*) from contact)::integer as contacts,
    (select count(*) from reservation)::integer as reservations,
    (select count(*) from mail)::integer as mails,
    (select coalesce(json_agg(id), '[]') from gone) as refs,
    (select coalesce(json_agg(distinct digest_id::text), '[]') from mail where digest_id is not null) as digests,
    (select coalesce(bool_or(under_way), false) from mail) as "isUnderWay"`;

// A statement of its own: a worker may have taken the digest while the rows above were waited for.
const DIGEST_UNDER_WAY = `
  select from private.outbox
  where id in (select digest::bigint from json_array_elements_text($1) as digest) and sent_at is null and claimed_until > clock_timestamp()`;

/**
 * Deletes requests with their rows in the outbox and the files that tell of them, or nothing; no file of the embedded
 * database holds their texts afterwards.
 * @param contacts condition on `public.contacts`
 * @param reservations condition on `public.reservations`
 * @returns null where a mail about one of them is being sent at this moment
 */
export function removeRequests(
  database: Database,
  dataDir: string,
  conditions: { contacts: string; reservations: string; values?: unknown[] },
): Promise<Removed | null> {
  return deleteForGood(database, dataDir, () => deleteRequests(database, dataDir, conditions));
}

async function deleteRequests(
  database: Database,
  dataDir: string,
  { contacts, reservations, values = [] }: { contacts: string; reservations: string; values?: unknown[] },
): Promise<Removed | null> {
  return transaction(database, async (): Promise<Removed> => {
    const [gone] = await database.query<Gone>(remove(contacts, reservations), values);
    // A worker that holds one of these mails would write its file after we have looked for it.
    if (!gone || gone.isUnderWay) throw new MailUnderWayError();
    if ((await database.query(DIGEST_UNDER_WAY, [JSON.stringify(gone.digests)])).length > 0)
      throw new MailUnderWayError();
    // Before the commit: killed in between, the rows still lead to the files.
    const files = removeMailFiles(dataDir, gone.refs).length;
    return { contacts: gone.contacts, reservations: gone.reservations, mails: gone.mails, files };
  }).catch((error: unknown) => {
    if (error instanceof MailUnderWayError) return null;
    throw error;
  });
}

class MailUnderWayError extends Error {
  override readonly name = 'MailUnderWayError';
}
