import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '@site/tooling/chromium';

// Finds a browser for the tests, or installs one: with apt-get if possible, else with Playwright.
const run = (command: string, args: readonly string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const mayInstallPackages = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
const byApt = () =>
  mayInstallPackages &&
  run('apt-get', ['update', '-qq']) &&
  run('apt-get', ['install', '-y', '-qq', 'chromium', 'chromium-headless-shell']);

if (!findChromium()) {
  console.log('No Chromium was found: installing one.');
  if (!byApt() && !run('pnpm', ['exec', 'playwright', 'install', 'chromium']))
    throw new Error('No Chromium could be installed: install one and name it in CHROMIUM_PATH.');
}
