import { formatDay, formatMoment, plural } from '@site/supabase/functions/_shared/french';
import type { OwnedRequest } from '@site/supabase/requests';
import { sanitizeForTerminal } from '@site/terminal/output';
import { type Database, transaction, vacuum } from '../../database/postgres';
import { findMailFiles, mailFolderOf, removeMailFiles } from '../../worker/mail-files';
import { type InboxResult, isRefusal, wording } from './inbox-requests';

interface Person {
  readonly contacts: readonly KeptRequest[];
  readonly reservations: readonly KeptRequest[];
}

interface KeptRequest extends OwnedRequest {
  readonly mails: readonly KeptMail[];
  readonly history: readonly KeptEvent[];
}

interface KeptEvent {
  /** ISO 8601, UTC */
  readonly at: string;
  readonly action: string;
}

/** A mail to the owner about a request. Times in ISO 8601, UTC. */
interface KeptMail {
  readonly kind: string;
  readonly queuedAt: string;
  readonly sentAt: string | null;
  readonly givenUpAt: string | null;
}

/** Null when nothing is stored about this address. */
async function readPerson(database: Database, address: string): Promise<Person | null> {
  const [row] = await database.query<{ person: Person | null }>('select public.owner_person($1) as person', [address]);
  return row?.person ?? null;
}

const refsOf = ({ contacts, reservations }: Person) => [...contacts, ...reservations].map(({ id }) => id);

const ERASE = 'private.remove_requests(private.requests_of($1))';

/** Everything stored about the person with this address, as JSON. */
export async function exportPerson(database: Database, address: string, dataDir: string): Promise<InboxResult> {
  const person = await readPerson(database, address);
  if (!person) return { ok: false, reason: personWording.unknown(address) };
  const kept = { email: address.trim(), ...person, mailFiles: findMailFiles(mailFolderOf(dataDir), refsOf(person)) };
  return { ok: true, text: JSON.stringify(kept, null, 2) };
}

export async function previewErasure(database: Database, address: string, dataDir: string): Promise<InboxResult> {
  const person = await readPerson(database, address);
  if (!person) return { ok: false, reason: personWording.unknown(address) };
  return {
    ok: true,
    text: personWording.preview(address, person, findMailFiles(mailFolderOf(dataDir), refsOf(person))),
  };
}

/** Deletes everything stored about the person with this address, or nothing. */
export async function erasePerson(database: Database, address: string, dataDir: string): Promise<InboxResult> {
  const person = await readPerson(database, address);
  if (!person) return { ok: false, reason: personWording.unknown(address) };
  const erased = await removeRequests(database, dataDir, { sql: ERASE, values: [address] });
  if (!erased) return { ok: false, reason: personWording.mailUnderWay };
  return { ok: true, text: personWording.erased(erased) };
}

const OUT_OF_REACH =
  'Restent hors d’atteinte\u00a0: les mails déjà reçus dans votre messagerie, le nom cité dans les mails d’autres demandes du même jour, les sauvegardes jusqu’à leur suppression, et les traces que PostgreSQL garde dans ses fichiers jusqu’à les recouvrir.';

const personWording = {
  unknown: (address: string) => `Rien n’est conservé au sujet de ${sanitizeForTerminal(address.trim())}.`,
  mailUnderWay:
    'Un mail au sujet de cette personne part à cet instant\u00a0: rien n’est effacé, réessayez dans deux minutes.',
  preview: (address: string, person: Person, files: string[]) =>
    [
      `Conservé au sujet de ${sanitizeForTerminal(address.trim())}\u00a0:`,
      ...lines(person),
      ...files.map((file) => `  fichier mails/${sanitizeForTerminal(file)}`),
      'Rien n’est encore effacé\u00a0: ajoutez --yes pour tout effacer.',
      OUT_OF_REACH,
    ].join('\n'),
  erased: (removed: RemovalCounts) => [`Effacé\u00a0: ${listRemoved(removed)}.`, OUT_OF_REACH].join('\n'),
};

/** « 1 message, 2 réservations, … » */
export function listRemoved({ contacts, reservations, mails, files }: RemovalCounts): string {
  return [
    plural(contacts, 'message', 'messages'),
    plural(reservations, 'réservation', 'réservations'),
    plural(mails, 'mail en file', 'mails en file'),
    plural(files, 'fichier dans mails/', 'fichiers dans mails/'),
  ].join(', ');
}

function lines({ contacts, reservations }: Person): string[] {
  const line = (kind: 'contact' | 'reservation', { id, receivedAt }: { id: string; receivedAt: string }) =>
    `  ${wording.kind[kind].toLowerCase()} ${id.slice(0, 8)} du ${formatMoment(receivedAt)}`;
  const mails = [...contacts, ...reservations].reduce((sum, request) => sum + request.mails.length, 0);
  return [
    ...contacts.map((contact) => line('contact', contact)),
    ...reservations.map(
      (reservation) =>
        `${line('reservation', reservation)}\u00a0: ${reservation.dates.map(formatDay).join(', ') || wording.noDates}`,
    ),
    ...(mails > 0 ? [`  ${plural(mails, 'mail en file ou envoyé', 'mails en file ou envoyés')}`] : []),
  ];
}

/** Counts; `files` are those in `mails/`. */
export interface RemovalCounts {
  readonly contacts: number;
  readonly reservations: number;
  readonly mails: number;
  readonly files: number;
}

/** A call of `private.remove_requests`. */
interface Call {
  readonly sql: string;
  readonly values?: unknown[];
}

interface DatabaseRemoval extends Omit<RemovalCounts, 'files'> {
  readonly refs: readonly string[];
}

/**
 * Deletes requests with their rows in the outbox and their mail files, or nothing.
 * @returns null when a mail about one of them is being sent
 */
export async function removeRequests(database: Database, dataDir: string, call: Call): Promise<RemovalCounts | null> {
  const removed = await deleteRequests(database, dataDir, call);
  if (removed) await vacuum(database);
  return removed;
}

function deleteRequests(database: Database, dataDir: string, { sql, values }: Call): Promise<RemovalCounts | null> {
  return transaction(database, async (): Promise<RemovalCounts | null> => {
    const [answer] = await database.query<{ gone: DatabaseRemoval }>(`select ${sql} as gone`, values);
    if (!answer) throw new Error('A deletion returned no row.');
    const { refs, ...counts } = answer.gone;
    // This precedes the commit: if the process is killed in between, the rows still lead to the files.
    return { ...counts, files: removeMailFiles(mailFolderOf(dataDir), refs).length };
  }).catch((error: unknown) => {
    if (isRefusal(error, 'NOT_POSSIBLE')) return null;
    throw error;
  });
}
