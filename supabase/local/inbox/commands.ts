import type { Database } from '../database/database';
import type { Answer } from './answer';
import { readEntries } from './entry';
import { erasePerson, previewErasure } from './erase-person';
import { exportPerson } from './export-person';
import { asCsv, asJson, asTable } from './formats';
import { resend } from './resend';
import { setStatus } from './set-status';

const DEFAULT_WIDTH = 100;

/** What the owner typed after the command's name. */
export type Choices = { csv: boolean; json: boolean; yes: boolean };
type Work = { word: string; choices: Choices; dataDir: string };

type Command = {
  /** How many words it takes. */
  words: 0 | 1;
  flags: readonly string[];
  run(database: Database, work: Work): Promise<Answer>;
};

/** The owner's commands by name; `list` is what runs without one. */
export const commands: Partial<Record<string, Command>> = {
  list: { words: 0, flags: ['csv', 'json'], run: list },
  confirm: { words: 1, flags: [], run: (database, { word }) => setStatus(database, word, 'confirmee') },
  cancel: { words: 1, flags: [], run: (database, { word }) => setStatus(database, word, 'annulee') },
  export: { words: 1, flags: [], run: (database, { word, dataDir }) => exportPerson(database, word, dataDir) },
  erase: {
    words: 1,
    flags: ['yes'],
    run: (database, { word, dataDir, choices }) =>
      (choices.yes ? erasePerson : previewErasure)(database, word, dataDir),
  },
  resend: { words: 0, flags: [], run: resend },
};

async function list(database: Database, { choices }: Work): Promise<Answer> {
  const entries = await readEntries(database);
  if (choices.csv) return { ok: true, text: asCsv(entries) };
  if (choices.json) return { ok: true, text: asJson(entries) };
  return { ok: true, text: asTable(entries, process.stdout.columns ?? DEFAULT_WIDTH) };
}
