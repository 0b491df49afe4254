import type { Database } from '@site/backend/database';
import { readHeldRetention } from '@site/backend/retention';
import type { Answer } from './answer';
import { readEntries } from './entry';
import { asCsv, asJson, asTable } from './formats';
import { erasePerson, exportPerson, previewErasure } from './person-commands';
import { isPurge, previewPurge, purge } from './purge';
import { resend } from './resend';
import { confirmHeldRetention, showRetention } from './retention';
import { setStatus } from './set-status';

const DEFAULT_WIDTH = 100;

export interface Flags {
  readonly csv: boolean;
  readonly json: boolean;
  readonly yes: boolean;
  readonly confirm: boolean;
  /** Days, yyyy-MM-dd. */
  readonly 'also-confirmed'?: string[];
}
interface Work {
  readonly word: string;
  readonly flags: Flags;
  readonly dataDir: string;
  /** Width of the terminal in characters. */
  readonly width: number | undefined;
}

export interface Command {
  /** Whether the command accepts these words after its name. */
  accepts(words: readonly string[], flags: Flags): boolean;
  readonly flags: readonly (keyof Flags)[];
  run(database: Database, work: Work): Promise<Answer>;
}

const noWord = (words: readonly string[]) => words.length === 0;
const oneWord = (words: readonly string[]) => words.length === 1;

/** Without a name the command is `list`. */
export const commands: Partial<Record<string, Command>> = {
  list: { accepts: noWord, flags: ['csv', 'json'], run: list },
  confirm: {
    accepts: oneWord,
    flags: ['also-confirmed'],
    run: (database, { word, flags }) =>
      setStatus(database, word, { action: 'confirm', alsoConfirmed: flags['also-confirmed'] }),
  },
  cancel: { accepts: oneWord, flags: [], run: (database, { word }) => setStatus(database, word, { action: 'cancel' }) },
  export: { accepts: oneWord, flags: [], run: (database, { word, dataDir }) => exportPerson(database, word, dataDir) },
  erase: {
    accepts: oneWord,
    flags: ['yes'],
    run: (database, { word, dataDir, flags }) => (flags.yes ? erasePerson : previewErasure)(database, word, dataDir),
  },
  purge: {
    accepts: ([word, ...more], { yes }) => more.length === 0 && (word === undefined ? !yes : isPurge(word)),
    flags: ['yes'],
    run: (database, { word, dataDir, flags }) => {
      const what = isPurge(word) ? word : null;
      return what && flags.yes ? purge(database, what, dataDir) : previewPurge(database, what);
    },
  },
  retention: {
    accepts: noWord,
    flags: ['confirm'],
    run: (database, { dataDir, flags }) =>
      flags.confirm ? confirmHeldRetention(database, dataDir) : showRetention(database),
  },
  resend: { accepts: noWord, flags: [], run: resend },
};

async function list(database: Database, { flags, width = DEFAULT_WIDTH }: Work): Promise<Answer> {
  const entries = await readEntries(database);
  if (flags.csv) return { ok: true, text: asCsv(entries) };
  if (flags.json) return { ok: true, text: asJson(entries) };
  const held = await readHeldRetention(database);
  return { ok: true, text: asTable(entries, width, { held }) };
}
