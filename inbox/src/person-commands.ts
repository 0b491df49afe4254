import type { Database } from '@site/backend/database';
import { findMailFiles, mailFolderOf } from '@site/backend/mail-files';
import type { Answer } from './answer';
import { readPerson, refsOf } from './person';
import { personWording } from './person-wording';
import { removeRequests } from './remove-requests';

const ERASE = 'private.remove_requests(private.requests_of($1))';

/** Everything stored about the person with this address, as JSON. */
export async function exportPerson(database: Database, address: string, dataDir: string): Promise<Answer> {
  const person = await readPerson(database, address);
  if (!person) return { ok: false, reason: personWording.unknown(address) };
  const kept = { email: address.trim(), ...person, mailFiles: findMailFiles(mailFolderOf(dataDir), refsOf(person)) };
  return { ok: true, text: JSON.stringify(kept, null, 2) };
}

export async function previewErasure(database: Database, address: string, dataDir: string): Promise<Answer> {
  const person = await readPerson(database, address);
  if (!person) return { ok: false, reason: personWording.unknown(address) };
  return {
    ok: true,
    text: personWording.preview(address, person, findMailFiles(mailFolderOf(dataDir), refsOf(person))),
  };
}

/** Deletes everything stored about the person with this address, or nothing. */
export async function erasePerson(database: Database, address: string, dataDir: string): Promise<Answer> {
  const person = await readPerson(database, address);
  if (!person) return { ok: false, reason: personWording.unknown(address) };
  const erased = await removeRequests(database, dataDir, { sql: ERASE, values: [address] });
  if (!erased) return { ok: false, reason: personWording.mailUnderWay };
  return { ok: true, text: personWording.erased(erased) };
}
