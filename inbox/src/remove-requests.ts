import type { Database } from '@site/backend/src/database/database';
import { transaction } from '@site/backend/src/database/transaction';
import { vacuum } from '@site/backend/src/database/vacuum';
import { mailFolderOf, removeMailFiles } from '@site/backend/src/worker/mail-files';

/** Counts; `files` are those in `mails/`. */
export interface Removed {
  readonly contacts: number;
  readonly reservations: number;
  readonly mails: number;
  readonly files: number;
}

interface Gone extends Omit<Removed, 'files'> {
  readonly refs: readonly string[];
  readonly digests: readonly string[];
  readonly isUnderWay: boolean;
}

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

// A separate statement: a worker may have claimed the digest while the first one waited for locks.
const DIGEST_UNDER_WAY = `
  select from private.outbox
  where id in (select digest::bigint from json_array_elements_text($1) as digest) and sent_at is null and claimed_until > clock_timestamp()`;

/**
 * Deletes requests with their rows in the outbox and their mail files, or nothing.
 * @param contacts condition on `public.contacts`
 * @param reservations condition on `public.reservations`
 * @returns null when a mail about one of them is being sent
 */
export async function removeRequests(
  database: Database,
  dataDir: string,
  conditions: { contacts: string; reservations: string; values?: unknown[] },
): Promise<Removed | null> {
  const removed = await deleteRequests(database, dataDir, conditions);
  if (removed) await vacuum(database);
  return removed;
}

async function deleteRequests(
  database: Database,
  dataDir: string,
  { contacts, reservations, values = [] }: { contacts: string; reservations: string; values?: unknown[] },
): Promise<Removed | null> {
  return transaction(database, async (): Promise<Removed> => {
    const [gone] = await database.query<Gone>(remove(contacts, reservations), values);
    // A worker that is sending one of these mails could write its file later.
    if (!gone || gone.isUnderWay) throw new MailUnderWayError();
    if ((await database.query(DIGEST_UNDER_WAY, [JSON.stringify(gone.digests)])).length > 0)
      throw new MailUnderWayError();
    // Before the commit: if this is killed in between, the rows still lead to the files.
    const files = removeMailFiles(mailFolderOf(dataDir), gone.refs).length;
    return { contacts: gone.contacts, reservations: gone.reservations, mails: gone.mails, files };
  }).catch((error: unknown) => {
    if (error instanceof MailUnderWayError) return null;
    throw error;
  });
}

class MailUnderWayError extends Error {
  override readonly name = 'MailUnderWayError';
}
