import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const isRoot = process.getuid?.() === 0;

/** CHROMIUM_PATH, else the system's Chromium, else the one of `playwright install chromium`. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH || INSTALLED.find((path) => existsSync(path));
  return {
    ...(executablePath ? { executablePath } : {}),
    // Chromium refuses to run its sandbox as root, the usual user in containers.
    args: [...(isRoot ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking'],
  };
}
