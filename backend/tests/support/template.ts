import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programArguments } from '@site/terminal/program';

const run = promisify(execFile);

/**
 * Copies a migrated, empty database into a data folder without one. Does nothing outside a Jest run, which
 * provides the folder of the template.
 */
export async function copyTemplate(dataDir: string): Promise<void> {
  const home = process.env.TEST_TEMPLATES;
  const database = join(dataDir, 'database');
  if (!home || existsSync(database)) return;
  const template = process.env.DATABASE_TEMPLATE || join(home, 'database');
  if (!existsSync(template)) await makeTemplate(home, template);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Node's own copy takes six times the processor time for these thousand files.
  await run('cp', ['-a', template, database]);
}

/** Two workers may do this at once. The first to finish wins. */
async function makeTemplate(home: string, template: string): Promise<void> {
  const draft = mkdtempSync(join(home, 'draft-'));
  await run(process.execPath, [...programArguments(join(__dirname, 'make-template.ts')), draft]);
  try {
    renameSync(join(draft, 'database'), template);
  } catch (error) {
    if (!existsSync(template)) throw error;
  }
  rmSync(draft, { recursive: true });
}
