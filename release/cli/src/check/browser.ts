import { ReportedError, UserError } from '@site/release-core/user-error';
import type { Lifecycle } from '@site/release-server/run-program';
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { lightChromiumOptions, SHORT_LIVED } from './chromium';

export class NoBrowserError extends UserError {
  override readonly name = 'NoBrowserError';
}

const NO_DRIVER =
  'A packed server checks no releases: activate from a clone with --site, or add --unchecked --why "…" here.';

const NO_BROWSER =
  'No browser was found: install chromium, or name one in CHROMIUM_PATH. Only checks of releases need it: a machine that serves the site does not.';

export async function launchBrowser(): Promise<Browser> {
  // Imported here because only checks need it: other commands start faster.
  const { chromium } = await import('playwright-core').catch((cause: unknown) => {
    throw new NoBrowserError(NO_DRIVER, { cause });
  });
  const options = lightChromiumOptions();
  // The command handles the signals and closes the browser itself.
  // A later visitor gets the process of an earlier one, and its compiled scripts: a fifth less processor time.
  const args = [...options.args, ...SHORT_LIVED, '--renderer-process-limit=1'];
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launch({ ...options, args, ...signals }).catch((cause: Error) => {
    throw new NoBrowserError(`${NO_BROWSER} (${cause.message.split('\n')[0]})`, { cause });
  });
}

interface WindowKind {
  readonly width: number;
  /** Whether the visitor saves data, so that the site loads and renders no next page ahead. */
  readonly savesData: boolean;
}

interface Visit<Result> extends WindowKind {
  readonly act: (context: BrowserContext) => Promise<Result>;
  /** Where a page failed, it may hang, and nobody else gets its window. */
  readonly hasFailed: (result: Result) => boolean;
}

export type VisitSite = <Result>(visit: Visit<Result>) => Promise<Result>;

interface Window extends WindowKind {
  readonly context: BrowserContext;
  readonly session: CDPSession;
}

/**
 * New visitors of one site. A visitor whose visit succeeded leaves the window to a later one, who finds nothing in it
 * but the files of the site, which take processor time to load again.
 */
export function visitsOf(browser: Browser, address: string): VisitSite {
  const free: Window[] = [];
  return async ({ width, savesData, act, hasFailed }) => {
    const at = free.findIndex((one) => one.width === width && one.savesData === savesData);
    const [window = await openWindow(browser, { width, savesData })] = at < 0 ? [] : free.splice(at, 1);
    let isReusable = false;
    try {
      const result = await act(window.context);
      isReusable = !hasFailed(result);
      return result;
    } finally {
      if (isReusable) free.push(await empty(window, address));
      else await window.context.close();
    }
  };
}

async function openWindow(browser: Browser, { width, savesData }: WindowKind): Promise<Window> {
  const context = await browser.newContext({
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  });
  if (savesData) await context.addInitScript(saveData);
  return { width, savesData, context, session: await context.newCDPSession(await context.newPage()) };
}

/** Runs in the page. A session can emulate this setting only in recent versions of Chromium, and for one page. */
function saveData() {
  Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } });
}

async function empty(window: Window, origin: string): Promise<Window> {
  const { context, session } = window;
  // A page that is left may still store something.
  const [, ...pages] = context.pages();
  await Promise.all(pages.map((page) => page.close()));
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await context.clearCookies();
  return window;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The cleanups run in reverse order, also when the action fails, a signal interrupts it, or `stop` ends it. */
export async function withLifecycle<Result>(
  action: (life: Lifecycle) => Promise<Result>,
  stop?: AbortSignal,
): Promise<Result> {
  stop?.throwIfAborted();
  const ending = new AbortController();
  const cleanups: Parameters<Lifecycle['onEnd']>[0][] = [];
  let fail: Lifecycle['fail'] = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const interrupt = () => fail(new ReportedError('The command was interrupted.'));
  const end = () => fail(stop?.reason);
  for (const signal of SIGNALS) process.once(signal, interrupt);
  stop?.addEventListener('abort', end);
  const onEnd: Lifecycle['onEnd'] = (cleanup) => void cleanups.push(cleanup);
  try {
    return await Promise.race([action({ signal: ending.signal, onEnd, fail }), failed]);
  } finally {
    ending.abort();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    stop?.removeEventListener('abort', end);
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}
