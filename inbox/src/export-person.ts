import type { Database } from '@site/backend/src/database/database';
import type { Answer } from './answer';
import { findMailFiles } from './mail-files';
import { readPerson, refsOf } from './person';
import { personWording } from './person-wording';

/** All that is kept about the person with this address, as JSON to hand over. */
export async function exportPerson(database: Database, address: string, dataDir: string): Promise<Answer> {
  const person = await readPerson(database, address);
  if (!person) return { ok: false, reason: personWording.unknown(address) };
  const kept = { email: address.trim(), ...person, mailFiles: findMailFiles(dataDir, refsOf(person)) };
  return { ok: true, text: JSON.stringify(kept, null, 2) };
}
