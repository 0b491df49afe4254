import { existsSync } from 'node:fs';

export interface LaunchOptions {
  readonly executablePath?: string;
  readonly channel?: string;
  readonly args: string[];
}

const isRoot = process.getuid?.() === 0;
const args = [
  // Chromium refuses to run its sandbox as root, the usual user in containers.
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
];

/** A page of a check or a test lives for seconds: one process less and no optimizing compilers save its time. */
export const SHORT_LIVED = [
  '--in-process-gpu',
  '--num-raster-threads=1',
  '--js-flags=--single-threaded-gc --no-opt --no-maglev',
];

const find = (...installed: string[]) => process.env.CHROMIUM_PATH || installed.find((path) => existsSync(path));

export const findChromium = () => find('/usr/bin/chromium', '/usr/bin/google-chrome');

export const findHeadlessShell = () => find('/usr/bin/chromium-headless-shell');

/** Falls back to the browser of `playwright install chromium`. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = findChromium();
  return executablePath ? { executablePath, args } : { channel: 'chromium', args };
}

/** Prefers the headless shell, which takes a quarter less CPU time: it has no windows and no back/forward cache. */
export function lightChromiumOptions(): LaunchOptions {
  const executablePath = findHeadlessShell() ?? findChromium();
  return executablePath ? { executablePath, args } : { args };
}
