import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium, findHeadlessShell } from '@site/release-cli/check/chromium';

// Finds a browser for the tests, or installs one: Chromium's headless shell with apt-get if possible; else any Chromium
// that is installed; else Playwright's shell.
const run = (command: string, args: readonly string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const mayInstallPackages = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
const byApt = () =>
  mayInstallPackages &&
  run('apt-get', ['update', '-qq']) &&
  run('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']);
const byPlaywright = () => run('pnpm', ['exec', 'playwright', 'install', '--only-shell', 'chromium']);

if (!findHeadlessShell()) {
  console.log('No headless Chromium was found: installing one.');
  if (!byApt() && !findChromium() && !byPlaywright())
    throw new Error('No Chromium could be installed: install one and name it in CHROMIUM_PATH.');
}
