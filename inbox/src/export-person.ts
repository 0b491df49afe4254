import type { Database } from '@site/backend/database';
import { findMailFiles, mailFolderOf } from '@site/backend/mail-files';
import type { Answer } from './answer';
import { readPerson, refsOf } from './person';
import { personWording } from './person-wording';

export async function exportPerson(database: Database, address: string, dataDir: string): Promise<Answer> {
  const person = await readPerson(database, address);
  if (!person) return { ok: false, reason: personWording.unknown(address) };
  const kept = { email: address.trim(), ...person, mailFiles: findMailFiles(mailFolderOf(dataDir), refsOf(person)) };
  return { ok: true, text: JSON.stringify(kept, null, 2) };
}
