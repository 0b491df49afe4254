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
  /** Output on stderr so far. */
  readonly errors: () => string;
  readonly end: () => Promise<void>;
}

export interface Refusal {
  readonly code: number | null;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;

function spawnSite(env: Env, workspace: string) {
  const site = spawn(process.execPath, programArguments(join(workspace, 'release/dev/src/bin/start.ts')), {
    cwd: workspace,
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(site);
  site.on('exit', () => started.delete(site));
  return site;
}

/** Runs the start command until it prints a line with only its address. */
export async function startSite(env: Env, workspace = root): Promise<RunningSite> {
  const site = spawnSite(env, workspace);
  const exited = once(site, 'exit');
  let stderr = '';
  site.stderr.on('data', (text) => {
    stderr += text;
  });
  const address = (async () => {
    for await (const line of createInterface(site.stdout)) {
      if (/^http:\/\/localhost:\d+$/.test(line)) return line;
    }
    throw new Error(`The site printed no address. ${stderr}`);
  })();
  return {
    address: await address,
    errors: () => stderr,
    end: async () => {
      site.kill('SIGTERM');
      await exited;
    },
  };
}

export async function startExpectingRefusal(env: Env): Promise<Refusal> {
  const site = spawnSite(env, root);
  let stderr = '';
  site.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code] = (await once(site, 'close')) as [number | null];
  return { code, stderr };
}
