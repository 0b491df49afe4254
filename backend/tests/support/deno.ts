import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '@site/terminal/program';
import { installTool } from '@site/tooling/install-tool';

const FUNCTIONS = join(__dirname, '../../../supabase/functions');
// It is kept between runs, so that only the first run downloads packages.
const CACHE = join(__dirname, '../../node_modules/.cache/deno');

/** Deno's executable; null on a machine that Deno does not support. */
export function findDeno(): string | null {
  try {
    const { runInstall } = require(join(installTool('deno'), 'node_modules/deno/install_api.cjs')) as {
      runInstall(): string;
    };
    return runInstall();
  } catch {
    return null;
  }
}

const OPTIONS = [
  ...['run', '--no-lock', '--node-modules-dir=none', '--no-prompt'],
  ...['--allow-net', '--allow-env', '--allow-sys=hostname', `--config=${join(FUNCTIONS, 'deno.json')}`],
];
const environment = (env: Record<string, string>) => ({
  ...process.env,
  ...env,
  DENO_DIR: CACHE,
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
});

/** Runs a program of supabase/tests/support. @returns what it printed */
export async function runInDeno(deno: string, program: string, env: Record<string, string>): Promise<string> {
  const file = join(FUNCTIONS, '../tests/support', program);
  return (await promisify(execFile)(deno, [...OPTIONS, file], { env: environment(env) })).stdout;
}

/** Starts a function as hosted Supabase would: from its sources, with packages of the npm registry. */
export async function startDenoFunction(deno: string, name: 'agenda' | 'notify-owner', env: Record<string, string>) {
  const port = await freePort();
  const child = spawn(deno, [...OPTIONS, join(FUNCTIONS, name, 'index.ts')], {
    env: environment({ ...env, DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  const isListening = (async () => {
    for await (const line of createInterface(child.stderr)) {
      said += `${line}\n`;
      if (line.startsWith('Listening on ')) return;
    }
    throw new Error(`The function did not start: ${said}`);
  })();
  await isListening;
  child.stderr.resume();
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
