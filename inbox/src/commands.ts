import type { Database } from '@site/backend/src/database/database';
import { readHeldRetention } from '@site/backend/src/worker/retention';
import type { Answer } from './answer';
import { readEntries } from './entry';
import { erasePerson, previewErasure } from './erase-person';
import { exportPerson } from './export-person';
import { asCsv, asJson, asTable } from './formats';
import { isPurge, previewPurge, purge } from './purge';
import { resend } from './resend';
import { confirmRetention, showRetention } from './retention';
import { setStatus } from './set-status';

const DEFAULT_WIDTH = 100;

export interface Choices {
  readonly csv: boolean;
  readonly json: boolean;
  readonly yes: boolean;
  readonly confirm: boolean;
}
interface Work {
  readonly word: string;
  readonly choices: Choices;
  readonly dataDir: string;
  /** Width of the terminal in characters. */
  readonly width: number | undefined;
}

interface Command {
  /** Whether the command accepts these words after its name. */
  takes(words: readonly string[], choices: Choices): boolean;
  readonly flags: readonly (keyof Choices)[];
  run(database: Database, work: Work): Promise<Answer>;
}

const noWord = (words: readonly string[]) => words.length === 0;
const oneWord = (words: readonly string[]) => words.length === 1;

/** Without a name the command is `list`. */
export const commands: Partial<Record<string, Command>> = {
  list: { takes: noWord, flags: ['csv', 'json'], run: list },
  confirm: { takes: oneWord, flags: [], run: (database, { word }) => setStatus(database, word, 'confirmee') },
  cancel: { takes: oneWord, flags: [], run: (database, { word }) => setStatus(database, word, 'annulee') },
  export: { takes: oneWord, flags: [], run: (database, { word, dataDir }) => exportPerson(database, word, dataDir) },
  erase: {
    takes: oneWord,
    flags: ['yes'],
    run: (database, { word, dataDir, choices }) =>
      (choices.yes ? erasePerson : previewErasure)(database, word, dataDir),
  },
  purge: {
    takes: ([word, ...more], { yes }) => more.length === 0 && (word === undefined ? !yes : isPurge(word)),
    flags: ['yes'],
    run: (database, { word, dataDir, choices }) => {
      const what = isPurge(word) ? word : null;
      return what && choices.yes ? purge(database, what, dataDir) : previewPurge(database, what);
    },
  },
  retention: {
    takes: noWord,
    flags: ['confirm'],
    run: (database, { dataDir, choices }) =>
      choices.confirm ? confirmRetention(database, dataDir) : showRetention(database),
  },
  resend: { takes: noWord, flags: [], run: resend },
};

async function list(database: Database, { choices, width = DEFAULT_WIDTH }: Work): Promise<Answer> {
  const entries = await readEntries(database);
  if (choices.csv) return { ok: true, text: asCsv(entries) };
  if (choices.json) return { ok: true, text: asJson(entries) };
  const held = await readHeldRetention(database);
  return { ok: true, text: asTable(entries, width, { held }) };
}
