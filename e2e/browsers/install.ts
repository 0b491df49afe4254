import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '@site/release-cli/check/chromium';
import { ENGINES, type EngineName, isInstalled } from './engines';

// Installs missing engines as root on Debian. The specs of engines that are still missing are skipped.
const PACKAGES: Readonly<Record<EngineName, readonly string[]>> = {
  firefox: ['firefox-esr'],
  webkitgtk: ['webkit2gtk-driver', 'xvfb'],
  wpe: ['wpewebkit-driver', 'cog'],
};

const missing = (Object.keys(ENGINES) as EngineName[]).filter((name) => !isInstalled(name));
const mayInstallPackages = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
/** The specs of the long tier run in the full browser. */
const chromium = findChromium() ? [] : ['chromium'];
const packages = [...chromium, ...missing.flatMap((name) => PACKAGES[name])];
const apt = (...args: readonly string[]) => spawnSync('apt-get', args, { stdio: 'inherit' });

if (packages.length > 0 && mayInstallPackages) {
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
const skipped = missing.filter((name) => !isInstalled(name));
if (skipped.length > 0)
  console.log(`Skipped, as not installed: ${skipped.join(', ')}. On Debian: apt-get install ${packages.join(' ')}`);
