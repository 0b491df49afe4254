import { accessSync, constants, statSync } from 'node:fs';
import { ReportedError, UserError } from '@site/release-core/user-error';
import type { Lifecycle } from '@site/server/run-program';
import type { Browser, BrowserContext } from 'playwright-core';
import { lightChromiumOptions } from './chromium';

export class NoBrowserError extends UserError {
  override readonly name = 'NoBrowserError';
}

const NO_DRIVER =
  'A packed server checks no releases: activate from a clone with --site, or add --unchecked --why "…" here.';

/** @throws NoBrowserError */
export async function launchBrowser(): Promise<Browser> {
  const { chromium, options } = await findBrowser();
  // The command handles the signals and closes the browser itself.
  return chromium.launch({ ...options, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false });
}

/** @param width pixels of the window */
export const newVisitor = (browser: Browser, width = 1440): Promise<BrowserContext> =>
  browser.newContext({
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  });

/** @throws NoBrowserError */
export async function findBrowser() {
  // Imported here because only checks need it: other commands start faster.
  const { chromium } = await import('playwright-core').catch((cause: unknown) => {
    throw new NoBrowserError(NO_DRIVER, { cause });
  });
  const options = lightChromiumOptions();
  const file = options.executablePath ?? chromium.executablePath();
  if (isProgram(file)) return { chromium, options };
  throw new NoBrowserError(
    process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH names ${file}, where there is no browser: correct it.`
      : 'No browser was found: install chromium, or name one in CHROMIUM_PATH. Only checks of releases need it: a machine that serves the site does not.',
  );
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The cleanups run in reverse order, also when the action fails or a signal interrupts it. */
export async function withLifecycle<Result>(action: (life: Lifecycle) => Promise<Result>): Promise<Result> {
  const ending = new AbortController();
  const cleanups: Parameters<Lifecycle['onEnd']>[0][] = [];
  let fail: Lifecycle['fail'] = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const interrupt = () => fail(new ReportedError('The command was interrupted.'));
  for (const signal of SIGNALS) process.once(signal, interrupt);
  const onEnd: Lifecycle['onEnd'] = (cleanup) => void cleanups.push(cleanup);
  try {
    return await Promise.race([action({ signal: ending.signal, onEnd, fail }), failed]);
  } finally {
    ending.abort();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}
