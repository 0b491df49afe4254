import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
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
  readonly errors: () => string;
  readonly end: () => Promise<void>;
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

export async function startExpectingRefusal(env: Env) {
  const site = spawnSite(env, root);
  let stderr = '';
  site.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code] = (await once(site, 'close')) as [number | null];
  return { code, stderr };
}

interface RunningDev {
  readonly process: ChildProcess;
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

export function endAllDev() {
  for (const child of started) child.kill('SIGTERM');
}

export function startDev(workspace: string, env: Record<string, string>, ...names: string[]): RunningDev {
  // The output has no colours, since tests read it.
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const dev = spawn(process.execPath, [...programArguments('release/dev/src/bin/dev.ts'), ...names], {
    cwd: workspace,
    env: { ...inherited, NO_COLOR: '1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(dev);
  let unread = '';
  let stderr = '';
  let look: (() => void) | undefined;
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      unread += text;
      if (stream === dev.stderr) stderr += text;
      look?.();
    });
  }
  const ended = once(dev, 'close').then(([code]) => {
    started.delete(dev);
    return { code: code as number | null, stderr };
  });
  const printed = (pattern: RegExp) => {
    const match = new Promise<RegExpExecArray>((resolve) => {
      look = () => {
        const match = pattern.exec(unread);
        if (!match) return;
        unread = unread.slice(match.index + match[0].length);
        look = undefined;
        resolve(match);
      };
      look();
    });
    const early = ended.then(() => Promise.reject(new Error(`It ended without ${pattern}. ${unread}`)));
    return Promise.race([match, early]);
  };
  return { process: dev, printed, ended };
}

/** The environment of a site whose database is elsewhere. */
export const HOSTED = { SUPABASE_URL: 'https://project.supabase.example', SUPABASE_ANON_KEY: 'public-key' };

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

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

/**
 * Copies the releases that the test run has built into a data folder.
 * @returns false when there are none, as for a test file that runs alone: the first start in the folder then builds
 * them
 */
export function copyFirstReleases(dataDir: string): boolean {
  const { FIRST_RELEASES } = process.env;
  if (FIRST_RELEASES) cpSync(FIRST_RELEASES, join(dataDir, 'store'), { recursive: true });
  return Boolean(FIRST_RELEASES);
}
