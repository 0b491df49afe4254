import type { Database } from '@site/backend/src/database/database';
import { deleteForGood, isDeletionUnfinished } from '@site/backend/src/engine/compact';
import type { Answer } from './answer';
import { findMailFiles } from './mail-files';
import { readPerson, refsOf, sameAddress } from './person';
import { personWording } from './person-wording';
import { removeRequests } from './remove-requests';

const BY_ADDRESS = 'lower(email) = $1';

/** Says what is kept about the person with this address, and changes nothing. */
export async function previewErasure(database: Database, address: string, dataDir: string): Promise<Answer> {
  const person = await readPerson(database, address);
  if (!person) return { ok: false, reason: personWording.unknown(address) };
  return { ok: true, text: personWording.preview(address, person, findMailFiles(dataDir, refsOf(person))) };
}

/** Deletes all that is kept about the person with this address, or nothing. */
export async function erasePerson(database: Database, address: string, dataDir: string): Promise<Answer> {
  const found = await readPerson(database, address);
  if (!found) {
    // The rows may have gone with a command that was killed before their text was.
    if (isDeletionUnfinished(dataDir)) await deleteForGood(database, dataDir, async () => null);
    return { ok: false, reason: personWording.unknown(address) };
  }
  const erased = await removeRequests(database, dataDir, {
    contacts: BY_ADDRESS,
    reservations: BY_ADDRESS,
    values: [sameAddress(address)],
  });
  if (!erased) return { ok: false, reason: personWording.mailUnderWay };
  return { ok: true, text: personWording.erased(erased) };
}
