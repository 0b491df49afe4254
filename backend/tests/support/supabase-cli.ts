import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const REPOSITORY = join(import.meta.dirname, '../../..');
// Kept between runs, so that only the first run downloads it.
const CACHE = join(REPOSITORY, 'backend/node_modules/.cache/supabase-cli');
const run = promisify(execFile);

export type SupabaseCli = (...words: readonly string[]) => Promise<string>;

/**
 * Installs the Supabase CLI, whose binary for this platform is an npm package.
 * @returns a function that runs it on a copy of supabase/, where it keeps files, and returns all that it printed. It
 * rejects when the CLI fails
 */
export async function installSupabaseCli(): Promise<SupabaseCli> {
  mkdirSync(CACHE, { recursive: true });
  copyFileSync(join(REPOSITORY, 'tooling/supabase-cli/package.json'), join(CACHE, 'package.json'));
  const options = ['--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await run('npm', ['install', ...options], { cwd: CACHE });
  for (const name of ['config.toml', 'migrations', 'functions']) {
    rmSync(join(CACHE, 'supabase', name), { recursive: true, force: true });
    cpSync(join(REPOSITORY, 'supabase', name), join(CACHE, 'supabase', name), { recursive: true });
  }
  const env = {
    ...process.env,
    SUPABASE_HOME: join(CACHE, 'home'),
    SUPABASE_TELEMETRY_DISABLED: '1',
    PGSSLMODE: 'disable',
  };
  return async (...words) => {
    const { stdout, stderr } = await run(join(CACHE, 'node_modules/.bin/supabase'), words, { cwd: CACHE, env });
    return stdout + stderr;
  };
}
