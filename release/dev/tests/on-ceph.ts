import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CEPH_PACKAGES, isCephInstalled, startCeph } from './ceph';

// Runs Jest with the given arguments. Tests that normally use the store in memory run on a Ceph gateway, which is
// installed if possible. Otherwise only the object store's own file runs, and its tests are skipped.
const MEMORY_SUITES = 'release/(core|cli)/src/(store|queries|changes|commands)/.*\\.test\\.ts$';
const OWN_SUITE = 'release/dev/tests/object-store\\.long\\.test\\.ts$';

const mayInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
if (!isCephInstalled() && mayInstall) {
  const apt = (...words: string[]) => spawnSync('apt-get', words, { stdio: 'inherit' });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...CEPH_PACKAGES);
}

process.exitCode = isCephInstalled() ? await runOnCeph() : await runJest(OWN_SUITE, {});

async function runOnCeph() {
  const ceph = await startCeph();
  try {
    return await runJest(`${OWN_SUITE}|${MEMORY_SUITES}`, { TEST_STORE: JSON.stringify(ceph.location('')) });
  } finally {
    await ceph.end();
  }
}

async function runJest(files: string, env: Readonly<Record<string, string>>): Promise<number> {
  const program = createRequire(import.meta.url).resolve('jest/bin/jest');
  const projects = ['release/core', 'release/cli', 'release/dev'];
  const words = [program, '--selectProjects', ...projects, '--testPathPatterns', files, '--testTimeout', '120000'];
  const jest = spawn(process.execPath, [...words, ...process.argv.slice(2)], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: 'inherit',
    env: { ...process.env, TEST_TIER: 'long', ...env },
  });
  // A signal waits for Jest to end, since the gateway must be ended after it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => jest.kill(signal));
  const [code] = (await once(jest, 'close')) as [number | null];
  return code ?? 1;
}
