import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Finds a browser for the end-to-end tests, or installs one: with apt-get if possible, else with Playwright. */
export function ensureBrowser() {
  if (process.env.CHROMIUM_PATH || INSTALLED.some((path) => existsSync(path))) return;
  console.log('No Chromium was found: installing one.');
  const asRoot = process.getuid?.() === 0;
  if (
    existsSync('/usr/bin/apt-get') &&
    asRoot &&
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', 'chromium'])
  ) {
    return;
  }
  if (run('pnpm', ['--filter', 'e2e', 'exec', 'playwright', 'install', 'chromium'])) return;
  throw new Error('No Chromium could be installed: install one and name it in CHROMIUM_PATH.');
}

const run = (command: string, args: readonly string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
