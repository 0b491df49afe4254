import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { copySources } from './workspace-copy';

// The start installs packages and builds everything.
jest.setTimeout(600_000);

const env = { ...process.env, PORT: '0', FIRST_RELEASES: '', DATABASE_URL: '', DATA_DIR: '', NODE_PATH: '' };

let copy: string;
beforeAll(() => {
  copy = temporaryFolder();
  copySources(copy);
});

const pnpm = (...args: string[]) => promisify(execFile)('npx', ['pnpm', ...args], { cwd: copy, env });
const hasJest = () => existsSync(join(copy, 'node_modules/jest'));

async function startAndRead(path: string) {
  const site = spawn('npx', ['pnpm', 'start'], {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const closed = once(site, 'close');
  try {
    for await (const line of createInterface(site.stdout)) {
      if (/^http:\/\/localhost:\d+$/.test(line)) return await (await fetch(line + path)).text();
    }
    throw new Error('The site printed no address.');
  } finally {
    site.stdout.resume();
    if (site.pid && site.exitCode === null) process.kill(-site.pid, 'SIGTERM');
    await closed;
  }
}

test('a first start installs no packages for tests, and later commands keep those that a test installed', async () => {
  expect(await startAndRead('/booking')).toContain('<form');
  expect(hasJest()).toBe(false);

  await pnpm('unit', '--version');
  expect(hasJest()).toBe(true);

  const { stdout } = await pnpm('--silent', 'release', 'status', '--json');
  expect(() => JSON.parse(stdout)).not.toThrow();
  expect(hasJest()).toBe(true);
});
