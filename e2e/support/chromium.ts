import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const isRoot = process.getuid?.() === 0;

/** The Chromium of CHROMIUM_PATH, else one of the system, else the one that `playwright install chromium` fetched. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH || INSTALLED.find((path) => existsSync(path));
  return {
    ...(executablePath ? { executablePath } : {}),
    // Chromium refuses its sandbox to root, which containers often run as.
    args: [...(isRoot ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  };
}
