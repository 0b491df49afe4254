import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '@site/release-core/tests/support/repository';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** An ordinary user: PostgreSQL does not run as root. */
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PackedServer {
  readonly folder: string;
  readonly packed: string;
  readonly run: (env: Readonly<Record<string, string>>, ...words: string[]) => Promise<Run>;
  readonly start: () => Promise<{ readonly address: string; readonly process: ChildProcess }>;
  readonly remove: () => Promise<void>;
}

/** Packs the server outside the repository, and runs it without this process's environment. */
export function packServer(): PackedServer {
  const folder = mkdtempSync(join(tmpdir(), 'server-'));
  const [packed, home] = [join(folder, 'site'), join(folder, 'home')];
  // Whatever the umask of the tests: the server runs as another user.
  const umask = process.umask(0o022);
  execFileSync('npx', ['pnpm', 'server:pack', packed], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  chmodSync(folder, 0o755);
  mkdirSync(home);
  copyFileSync(join(packed, 'site.json'), join(home, 'site.json'));
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  process.umask(umask);
  const settings = {
    PATH: '/usr/bin:/bin',
    PORT: '0',
    DATA_DIR: join(home, 'data'),
    SITE_CONFIG: join(home, 'site.json'),
    ACCEPT_UNISOLATED_RELEASES: 'yes',
  };
  const launcher = join(packed, 'site.mjs');
  const node = isRoot ? join(folder, 'node') : process.execPath;
  // Other users cannot enter the home folder of root, where Node may be.
  if (isRoot) copyFileSync(process.execPath, node);
  const started = new Set<ChildProcess>();
  return {
    folder,
    packed,
    run: (env, ...words) =>
      new Promise((resolve) => {
        const options = { ...user, cwd: home, env: { ...settings, ...env } };
        execFile(node, [launcher, ...words], options, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
        );
      }),
    start: async () => {
      const options = { ...user, cwd: home, env: settings };
      const site = spawn(node, [launcher, 'start'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
      started.add(site);
      for await (const line of createInterface(site.stdout)) {
        if (/^http:\/\/localhost:\d+$/.test(line)) return { address: line, process: site };
      }
      throw new Error('The site printed no address.');
    },
    remove: async () => {
      for (const site of started) {
        if (site.exitCode !== null) continue;
        site.kill('SIGTERM');
        await once(site, 'exit');
      }
      rmSync(folder, { recursive: true });
    },
  };
}
