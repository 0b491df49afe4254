import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const PROGRAM = 'backend/tests/support/make-database.ts';

/**
 * Runs tests whose new embedded databases are copies of one: the engine takes seconds to create each.
 * A test of the creation itself sets DATABASE_TEMPLATE to ''.
 */
export async function withDatabaseTemplate(run: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'site-template-'));
  try {
    execFileSync(process.execPath, ['tooling/run.cjs', PROGRAM, folder], { cwd: root, stdio: 'inherit' });
    process.env.DATABASE_TEMPLATE = join(folder, 'database');
    await run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
