import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '@site/release-core/tests/support/repository';
import { programArguments } from '@site/terminal/program';

const started = new Set<ChildProcess>();

export function endAll() {
  for (const site of started) site.kill('SIGKILL');
}

export interface RunningSite {
  readonly address: string;
  /** Lines printed before the address. */
  readonly printed: readonly string[];
  /** Output on stderr so far. */
  readonly errors: () => string;
  readonly process: ChildProcess;
  /** Sends the signal. Resolves with the exit code and the duration in milliseconds. */
  readonly end: (signal: NodeJS.Signals) => Promise<{ code: number | null; took: number }>;
}

export interface Refusal {
  readonly code: number | null;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;

function spawnSite(env: Env, workspace: string, args: readonly string[]) {
  const command = [...programArguments(join(workspace, 'release/dev/src/bin/start.ts')), ...args];
  const site = spawn(process.execPath, command, {
    cwd: workspace,
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(site);
  site.on('exit', () => started.delete(site));
  return site;
}

/** Runs the start command until it prints a line with only its address. */
export async function startSite(env: Env, workspace = root, args: readonly string[] = []): Promise<RunningSite> {
  const site = spawnSite(env, workspace, args);
  const exited = once(site, 'exit');
  let stderr = '';
  site.stderr.on('data', (text) => {
    stderr += text;
  });
  const printed: string[] = [];
  const address = (async () => {
    for await (const line of createInterface(site.stdout)) {
      if (/^http:\/\/localhost:\d+$/.test(line)) return line;
      printed.push(line);
    }
    throw new Error(`The site printed no address. ${stderr}`);
  })();
  return {
    address: await address,
    printed,
    errors: () => stderr,
    process: site,
    end: async (signal) => {
      const since = performance.now();
      site.kill(signal);
      const [code] = (await exited) as [number | null];
      return { code, took: performance.now() - since };
    },
  };
}

export async function startExpectingRefusal(env: Env, args: readonly string[] = []): Promise<Refusal> {
  const site = spawnSite(env, root, args);
  let stderr = '';
  site.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code] = (await once(site, 'close')) as [number | null];
  return { code, stderr };
}
