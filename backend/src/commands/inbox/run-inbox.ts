import { plural } from '@site/supabase/functions/_shared/french';
import { readFlags, reasonOf, UserError } from '@site/terminal/program';
import { DatabaseError } from 'pg';
import { type Database, vacuum } from '../../database/postgres';
import { readOptions } from '../../process/options';
import { confirmRetention, readHeldRetention } from '../../worker/retention';
import { withDatabase } from '../with-database';
import { asCsv, asJson, asTable, FILES_FOLLOW, type InboxResult, inboxRetention, readInbox } from './inbox-requests';

const USAGE =
  'Usage: npx pnpm inbox [--csv | --json | purge [unwanted | flagged] [--yes] | retention [--confirm] | resend]';

const FLAGS = {
  csv: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  confirm: { type: 'boolean', default: false },
} as const;

interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  /** Counted in characters; undefined where the output is not a terminal. */
  readonly width: number | undefined;
}

/** Never rejects: each failure is one sentence. */
export async function runInbox(args: readonly string[], terminal: Terminal): Promise<InboxResult> {
  try {
    return await runCommand(args, terminal);
  } catch (error) {
    const reason = error instanceof UserError ? error.message : `The inbox cannot be used: ${reasonOf(error)}`;
    return { ok: false, reason };
  }
}

async function runCommand(args: readonly string[], { env, width }: Terminal): Promise<InboxResult> {
  const { positionals, values } = readFlags(args, FLAGS, USAGE);
  const [name = 'list', word = ''] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UserError(`There is no "${name}". ${USAGE}`);
  requireAccepted(command, positionals, values);
  const work = { word, flags: values, width };
  const result = await withDatabase(readOptions(env), (database) => command.run(database, work));
  return result.ok ? { ok: true, text: withNewline(result.text) } : result;
}

function requireAccepted(command: Command, [name = 'list', ...words]: readonly string[], flags: Flags) {
  const chosen = (Object.keys(FLAGS) as (keyof Flags)[]).filter((flag) => flags[flag]);
  const foreign = chosen.find((flag) => !command.flags.includes(flag));
  if (foreign) throw new UserError(`"${name}" takes no --${foreign}. ${USAGE}`);
  if (chosen.length > 1) throw new UserError(`--${chosen.join(' and --')} exclude each other. ${USAGE}`);
  if (command.accepts(words, flags)) return;
  throw new UserError(
    words.length > 0 ? `"${name}" does not take "${words.join(' ')}". ${USAGE}` : `"${name}" lacks a word. ${USAGE}`,
  );
}

const withNewline = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);

const DEFAULT_WIDTH = 100;

export interface Flags {
  readonly csv: boolean;
  readonly json: boolean;
  readonly yes: boolean;
  readonly confirm: boolean;
}
interface Work {
  readonly word: string;
  readonly flags: Flags;
  /** Counted in characters. */
  readonly width: number | undefined;
}

export interface Command {
  /** Whether the command accepts these words after its name. */
  accepts(words: readonly string[], flags: Flags): boolean;
  readonly flags: readonly (keyof Flags)[];
  run(database: Database, work: Work): Promise<InboxResult>;
}

const noWord = (words: readonly string[]) => words.length === 0;

/** The default command is `list`. */
export const commands: Partial<Record<string, Command>> = {
  list: { accepts: noWord, flags: ['csv', 'json'], run: list },
  purge: {
    accepts: ([word, ...more], { yes }) => more.length === 0 && (word === undefined ? !yes : isPurge(word)),
    flags: ['yes'],
    run: (database, { word, flags }) => {
      const kind = isPurge(word) ? word : null;
      return kind && flags.yes ? purge(database, kind) : previewPurge(database, kind);
    },
  },
  retention: {
    accepts: noWord,
    flags: ['confirm'],
    run: (database, { flags }) => (flags.confirm ? confirmHeldRetention(database) : showRetention(database)),
  },
  resend: { accepts: noWord, flags: [], run: resend },
};

async function list(database: Database, { flags, width = DEFAULT_WIDTH }: Work): Promise<InboxResult> {
  const requests = await readInbox(database);
  if (flags.csv) return { ok: true, text: asCsv(requests) };
  if (flags.json) return { ok: true, text: asJson(requests) };
  const pending = await readHeldRetention(database);
  return { ok: true, text: asTable(requests, width, { held: pending }) };
}

async function showRetention(database: Database): Promise<InboxResult> {
  const pending = await readHeldRetention(database);
  return { ok: true, text: pending ? inboxRetention.held(pending) : inboxRetention.nothing };
}

/** Confirms a held run. Nothing is removed when no run is held, because the owner has not seen a list of it. */
async function confirmHeldRetention(database: Database): Promise<InboxResult> {
  const run = await confirmRetention(database);
  if (run) await vacuum(database);
  return { ok: true, text: run ? inboxRetention.removed(run.removed) : inboxRetention.nothing };
}

async function resend(database: Database): Promise<InboxResult> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>('select private.retry_mails() as count');
  if (count === 0) return { ok: true, text: 'Aucun mail n’attend un nouvel essai.' };
  const mails = count > 1 ? `${count} mails partent` : '1 mail part';
  return { ok: true, text: `${mails} maintenant, ou dès que le site tourne.` };
}

/** `flagged` includes unwanted requests. */
const CONDITIONS = {
  unwanted: '(unwanted or is_spam)',
  flagged: '(flagged or unwanted or is_spam)',
} as const;

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

const isPurge = (word: string): word is Purge => Object.hasOwn(CONDITIONS, word);

/** @param kind null for both kinds */
async function previewPurge(database: Database, kind: Purge | null): Promise<InboxResult> {
  const [counts] = await database.query<Purgeable>(COUNT);
  if (!counts) throw new Error('A count returned no row.');
  return { ok: true, text: kind ? purgeWording.preview(kind, counts) : purgeWording.counts(counts) };
}

interface RemovalCounts {
  readonly contacts: number;
  readonly reservations: number;
  readonly mails: number;
}

/** Removes all requests of one kind, or nothing. The worker removes their mail files, as after an erasure. */
async function purge(database: Database, kind: Purge): Promise<InboxResult> {
  const ids = `select id from public.contacts where ${CONDITIONS[kind]}
    union all select id from public.reservations where ${CONDITIONS[kind]}`;
  try {
    // The owner has already reviewed confirmed and cancelled reservations.
    const [row] = await database.query<{ removed: RemovalCounts }>(
      `select private.remove_requests(array(${ids}), true) as removed`,
    );
    if (!row) throw new Error('A deletion returned no row.');
    const { removed } = row;
    const isEmpty = removed.contacts + removed.reservations === 0;
    return { ok: true, text: isEmpty ? purgeWording.nothing(kind) : purgeWording.removed(removed) };
  } catch (error) {
    // Its only refusal.
    if (error instanceof DatabaseError && error.code === 'PGRST')
      return { ok: false, reason: purgeWording.mailUnderWay };
    throw error;
  }
}

/** Counts requests of each kind; `settled` are reservations that the owner has confirmed or cancelled. */
interface Purgeable {
  readonly unwanted: number;
  readonly flagged: number;
  readonly settled: number;
}

const requests = (count: number) => `${count} demande${count > 1 ? 's' : ''}`;

const unwanted = (count: number) => `${requests(count)} ${count > 1 ? 'indésirables' : 'indésirable'}`;

const settledRemain = (settled: number) =>
  settled === 0
    ? []
    : [
        settled > 1
          ? `${settled} réservations déjà confirmées ou annulées restent.`
          : '1 réservation déjà confirmée ou annulée reste.',
      ];

const purgeWording = {
  counts: ({ unwanted: robots, flagged, settled }: Purgeable) =>
    [
      `${unwanted(robots)}${robots > 0 ? '\u00a0: «\u00a0npx pnpm inbox purge unwanted --yes\u00a0» pour les supprimer' : ''}.`,
      `${requests(flagged)} à vérifier${flagged > 0 ? '\u00a0: «\u00a0npx pnpm inbox purge flagged --yes\u00a0» supprime aussi celles-ci' : ''}.`,
      ...settledRemain(settled),
    ].join('\n'),
  preview: (kind: 'unwanted' | 'flagged', { unwanted: robots, flagged, settled }: Purgeable) => {
    const total = kind === 'unwanted' ? robots : robots + flagged;
    if (total === 0) return purgeWording.nothing(kind);
    return [
      kind === 'unwanted'
        ? `À supprimer\u00a0: ${unwanted(robots)}.`
        : `À supprimer\u00a0: ${requests(total)}, dont ${robots} ${robots > 1 ? 'indésirables' : 'indésirable'} et ${flagged} à vérifier.`,
      ...settledRemain(settled),
      'Rien n’est encore supprimé\u00a0: ajoutez --yes pour supprimer.',
    ].join('\n');
  },
  nothing: (kind: 'unwanted' | 'flagged') =>
    kind === 'unwanted'
      ? 'Aucune demande indésirable à supprimer.'
      : 'Aucune demande indésirable ou à vérifier à supprimer.',
  mailUnderWay:
    'Un mail au sujet d’une de ces demandes part à cet instant\u00a0: rien n’est supprimé, réessayez dans deux minutes.',
  removed: ({ contacts, reservations, mails }: RemovalCounts) =>
    `Supprimé\u00a0: ${plural(contacts, 'message')}, ${plural(reservations, 'réservation')}, ${plural(mails, 'mail en file', 'mails en file')}. ${FILES_FOLLOW}`,
};
