import { plural } from '@site/supabase/functions/_shared/french';
import { UserError } from '@site/terminal/program';
import { DatabaseError } from 'pg';
import { type Database, vacuum } from '../../database/postgres';
import { readOptions } from '../../process/options';
import { confirmRetention, readHeldRetention } from '../../worker/retention';
import { withDatabase } from '../with-database';
import { asCsv, asJson, asTable, FILES_FOLLOW, inboxRetention, readInbox } from './inbox-requests';

const USAGE =
  'Usage: npx pnpm inbox [--csv | --json | purge [unwanted --yes | flagged --yes] | retention [--confirm] | resend]';
const DEFAULT_WIDTH = 100;

interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  /** Counted in characters; undefined where the output is not a terminal. */
  readonly width: number | undefined;
}

/** By all words and flags. */
const COMMANDS: Readonly<Record<string, (database: Database, width: number) => Promise<string>>> = {
  '': async (database, width) => asTable(await readInbox(database), width, { held: await readHeldRetention(database) }),
  '--csv': async (database) => asCsv(await readInbox(database)),
  '--json': async (database) => asJson(await readInbox(database)),
  purge: countPurgeable,
  'purge unwanted --yes': (database) => purge(database, 'unwanted'),
  'purge flagged --yes': (database) => purge(database, 'flagged'),
  retention: async (database) => {
    const held = await readHeldRetention(database);
    return held ? inboxRetention.held(held) : inboxRetention.nothing;
  },
  'retention --confirm': confirmHeldRetention,
  resend,
};

/** `npx pnpm inbox …`. Resolves with what it prints, which ends with a line break. @throws UserError */
export async function runInbox(args: readonly string[], { env, width = DEFAULT_WIDTH }: Terminal): Promise<string> {
  const words = args.filter((arg) => arg !== '--').join(' ');
  const command = Object.hasOwn(COMMANDS, words) ? COMMANDS[words] : undefined;
  if (!command) throw new UserError(`There is no "${words}". ${USAGE}`);
  const text = await withDatabase(readOptions(env), (database) => command(database, width));
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** Confirms a held run. Nothing is removed when no run is held, because the owner has not seen a list of it. */
async function confirmHeldRetention(database: Database): Promise<string> {
  const run = await confirmRetention(database);
  if (run) await vacuum(database);
  return run ? inboxRetention.removed(run.removed) : inboxRetention.nothing;
}

async function resend(database: Database): Promise<string> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>('select private.retry_mails() as count');
  if (count === 0) return 'Aucun mail n’attend un nouvel essai.';
  const mails = count > 1 ? `${count} mails partent` : '1 mail part';
  return `${mails} maintenant, ou dès que le site tourne.`;
}

/** `flagged` includes unwanted requests. */
const CONDITIONS = { unwanted: '(unwanted or is_spam)', flagged: '(flagged or unwanted or is_spam)' } as const;

type Purge = keyof typeof CONDITIONS;

const COUNT = `
  select count(*) filter (where unwanted and not settled)::integer as unwanted,
    count(*) filter (where not unwanted and not settled)::integer as flagged,
    count(*) filter (where settled)::integer as settled
  from (
    select c.unwanted or c.is_spam as unwanted, false as settled
      from public.contacts c where c.flagged or c.unwanted or c.is_spam
    union all
    select r.unwanted or r.is_spam, r.status <> 'nouvelle'
      from public.reservations r where r.flagged or r.unwanted or r.is_spam
  ) as request`;

async function countPurgeable(database: Database): Promise<string> {
  const [counts] = await database.query<Purgeable>(COUNT);
  if (!counts) throw new Error('A count returned no row.');
  const { unwanted, flagged, settled } = counts;
  const isUnwanted = unwanted > 1 ? 'indésirables' : 'indésirable';
  return [
    `${plural(unwanted, 'demande')} ${isUnwanted}${unwanted > 0 ? '\u00a0: «\u00a0npx pnpm inbox purge unwanted --yes\u00a0» pour les supprimer' : ''}.`,
    `${plural(flagged, 'demande')} à vérifier${flagged > 0 ? '\u00a0: «\u00a0npx pnpm inbox purge flagged --yes\u00a0» supprime aussi celles-ci' : ''}.`,
    settled > 1 && `${settled} réservations déjà confirmées ou annulées restent.`,
    settled === 1 && '1 réservation déjà confirmée ou annulée reste.',
  ]
    .filter(Boolean)
    .join('\n');
}

interface RemovalCounts {
  readonly contacts: number;
  readonly reservations: number;
  readonly mails: number;
}

/** Removes all requests of one kind, or nothing. The worker removes their mail files, as after an erasure. */
async function purge(database: Database, kind: Purge): Promise<string> {
  const ids = `select id from public.contacts where ${CONDITIONS[kind]}
    union all select id from public.reservations where ${CONDITIONS[kind]}`;
  try {
    // The owner has already reviewed confirmed and cancelled reservations.
    const [row] = await database.query<{ removed: RemovalCounts }>(
      `select private.remove_requests(array(${ids}), true) as removed`,
    );
    if (!row) throw new Error('A deletion returned no row.');
    const { contacts, reservations, mails } = row.removed;
    if (contacts + reservations === 0) {
      return `Aucune demande indésirable${kind === 'flagged' ? ' ou à vérifier' : ''} à supprimer.`;
    }
    return `Supprimé\u00a0: ${plural(contacts, 'message')}, ${plural(reservations, 'réservation')}, ${plural(mails, 'mail en file', 'mails en file')}. ${FILES_FOLLOW}`;
  } catch (error) {
    // Its only refusal.
    if (!(error instanceof DatabaseError) || error.code !== 'PGRST') throw error;
    throw new UserError(
      'Un mail au sujet d’une de ces demandes part à cet instant\u00a0: rien n’est supprimé, réessayez dans deux minutes.',
    );
  }
}

/** Counts requests of each kind; `settled` are reservations that the owner has confirmed or cancelled. */
interface Purgeable {
  readonly unwanted: number;
  readonly flagged: number;
  readonly settled: number;
}
