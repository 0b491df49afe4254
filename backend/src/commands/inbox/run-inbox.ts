import { readFlags, reasonOf, UserError } from '@site/terminal/program';
import { type Database, vacuum } from '../../database/postgres';
import { readOptions } from '../../process/options';
import { confirmRetention, readHeldRetention } from '../../worker/retention';
import { withDatabase } from '../with-database';
import { asCsv, asJson, asTable, type InboxResult, inboxRetention, readInbox } from './inbox-requests';
import { isPurge, previewPurge, purge } from './purge';

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
  const answer = await withDatabase(readOptions(env), (database) => command.run(database, work));
  return answer.ok ? { ok: true, text: withNewline(answer.text) } : answer;
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
      const what = isPurge(word) ? word : null;
      return what && flags.yes ? purge(database, what) : previewPurge(database, what);
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
  const held = await readHeldRetention(database);
  return { ok: true, text: asTable(requests, width, { held }) };
}

async function showRetention(database: Database): Promise<InboxResult> {
  const held = await readHeldRetention(database);
  return { ok: true, text: held ? inboxRetention.held(held) : inboxRetention.nothing };
}

/** Confirms a held run. Without one nothing is removed, as the owner has not seen what would be removed. */
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
