import { execFile } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installTool } from '@site/tooling/install-tool';

const REPOSITORY = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

export type SupabaseCli = (...words: readonly string[]) => Promise<string>;

/**
 * Installs the Supabase CLI, whose binary for this platform is an npm package.
 * @returns a function that runs it on a copy of supabase/, where it keeps files, and returns all that it printed. It
 * rejects when the CLI fails
 */
export function installSupabaseCli(): SupabaseCli {
  const folder = installTool('supabase-cli');
  for (const name of ['config.toml', 'migrations', 'functions']) {
    rmSync(join(folder, 'supabase', name), { recursive: true, force: true });
    cpSync(join(REPOSITORY, 'supabase', name), join(folder, 'supabase', name), { recursive: true });
  }
  const env = {
    ...process.env,
    SUPABASE_HOME: join(folder, 'home'),
    SUPABASE_TELEMETRY_DISABLED: '1',
    PGSSLMODE: 'disable',
  };
  return async (...words) => {
    const { stdout, stderr } = await run(join(folder, 'node_modules/.bin/supabase'), words, { cwd: folder, env });
    return stdout + stderr;
  };
}
