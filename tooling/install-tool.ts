import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * Installs the packages that tooling/tools/<name> pins, which only few tasks need. They stay in the checkout, so that
 * only the first call downloads them.
 * @returns the folder that has their node_modules
 * @throws if npm cannot install them; npm has then printed why
 */
export function installTool(name: string): string {
  const folder = join(ROOT, 'node_modules/.cache/tools', name);
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(ROOT, 'tooling/tools', name, 'package.json'), join(folder, 'package.json'));
  const options = ['--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--silent'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}
