import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { programArguments } from '@site/terminal/program';

/** The environment of a site whose database is elsewhere. */
export const HOSTED = { SUPABASE_URL: 'https://project.supabase.example', SUPABASE_ANON_KEY: 'public-key' };

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `pnpm release <words>` of a workspace in a separate process. */
export function runRelease(workspace: string, env: Record<string, string>, ...words: string[]): Promise<Run> {
  const cli = join(workspace, 'release/cli/src/bin/cli.ts');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...programArguments(cli), ...words],
      { cwd: workspace, env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
