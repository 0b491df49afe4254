import type { Database } from '../database/database';
import { transaction } from '../database/transaction';
import type { Answer } from './answer';
import { findMailFiles, removeMailFiles } from './mail-files';
import { readPerson, refsOf, sameAddress } from './person';
import { type Erased, personWording } from './person-wording';

const ERASE = `
  with contact as (
    delete from public.contacts where lower(email) = $1 returning id
  ), reservation as (
    delete from public.reservations where lower(email) = $1 returning id
  ), mail as (
    delete from private.outbox where ref in (select id from contact union all select id from reservation)
    returning sent_at is null and claimed_until > clock_timestamp() as under_way
  )
  select (select count(*) from contact)::integer as contacts,
    (select count(*) from reservation)::integer as reservations,
    (select count(*) from mail)::integer as mails,
    (select coalesce(json_agg(id), '[]') from (select id from contact union all select id from reservation) as gone) as refs,
    (select coalesce(bool_or(under_way), false) from mail) as "isUnderWay"`;

type Gone = Omit<Erased, 'files'> & { refs: string[]; isUnderWay: boolean };

/** Says what is kept about the person with this address, and changes nothing. */
export async function previewErasure(database: Database, address: string, dataDir: string): Promise<Answer> {
  const person = await readPerson(database, address);
  if (!person) return { ok: false, reason: personWording.unknown(address) };
  return { ok: true, text: personWording.preview(address, person, findMailFiles(dataDir, refsOf(person))) };
}

/** Deletes all that is kept about the person with this address, or nothing. */
export async function erasePerson(database: Database, address: string, dataDir: string): Promise<Answer> {
  const found = await readPerson(database, address);
  if (!found) return { ok: false, reason: personWording.unknown(address) };
  const erased = await transaction(database, async (): Promise<Erased> => {
    const [gone] = await database.query<Gone>(ERASE, [sameAddress(address)]);
    // A worker that holds one of these mails would write its file after we have looked for it.
    if (!gone || gone.isUnderWay) throw new MailUnderWayError();
    // Before the commit: killed in between, the rows still lead to the files.
    return { ...gone, files: removeMailFiles(dataDir, gone.refs).length };
  }).catch((error: unknown) => {
    if (error instanceof MailUnderWayError) return null;
    throw error;
  });
  if (!erased) return { ok: false, reason: personWording.mailUnderWay };
  return { ok: true, text: personWording.erased(erased) };
}

class MailUnderWayError extends Error {
  override readonly name = 'MailUnderWayError';
}
