import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilePrograms } from './compile-programs';

const root = join(import.meta.dirname, '..');
const EMPTY_DATABASE = 'backend/tests/support/make-database.ts';
const DATABASE = 'backend/tests/support/make-template.ts';
const RELEASES = 'release/dev/tests/make-first-releases.ts';

/**
 * Creates the templates that tests copy: a database with the migrations (DATABASE_TEMPLATE) and one without
 * (EMPTY_DATABASE_TEMPLATE), which take seconds each; a store with the first release of every part (FIRST_RELEASES),
 * which takes six builds; and these builds (FIRST_BUILDS); compiled programs (COMPILED_PROGRAMS). A test of the creation
 * itself sets the variable to ''.
 */
export async function withTemplates(run: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'site-template-'));
  const make = (program: string, name: string) => {
    const made = join(folder, name);
    mkdirSync(made);
    execFileSync(process.execPath, ['tooling/run.cjs', program, made], { cwd: root, stdio: 'inherit' });
    return made;
  };
  try {
    const empty = join(make(EMPTY_DATABASE, 'empty'), 'database');
    process.env.EMPTY_DATABASE_TEMPLATE = empty;
    // Each of the next two programs starts from the previous template.
    process.env.DATABASE_TEMPLATE = empty;
    process.env.DATABASE_TEMPLATE = join(make(DATABASE, 'migrated'), 'database');
    const site = make(RELEASES, 'site');
    process.env.FIRST_RELEASES = join(site, 'store');
    process.env.FIRST_BUILDS = join(site, 'builds');
    const programs = join(folder, 'programs');
    await compilePrograms(programs);
    process.env.COMPILED_PROGRAMS = programs;
    await run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
