import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './engines';

const PROGRAM = join(import.meta.dirname, '../../node_modules/.bin/supabase');
const REPOSITORY = join(import.meta.dirname, '../../..');

export const hasSupabaseCli = existsSync(PROGRAM);

/** Runs the Supabase CLI from the repository. @returns all that it printed. Rejects when it fails */
export async function supabaseCli(...words: readonly string[]): Promise<string> {
  const env = {
    ...process.env,
    SUPABASE_HOME: temporaryFolder(),
    SUPABASE_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    PGSSLMODE: 'disable',
  };
  const { stdout, stderr } = await promisify(execFile)(PROGRAM, words, { cwd: REPOSITORY, env });
  return stdout + stderr;
}
