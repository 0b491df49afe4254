import { RELEASES_PATH } from '@site/contract/addresses';
import {
  EARLY_DIALOG_ATTRIBUTE,
  INDEX_ELEMENT_ID,
  type PageData,
  SITE_ELEMENT_ID,
  START_ELEMENT_ID,
} from '@site/contract/page-data';
import { CONSENT_DATE_KEY, CONSENT_KEY } from '../consent/consent-store';
import { LEAVES_WITHIN_MS } from './page-data';

// The source text of the functions that `scriptWith` lists is written into the page, where it runs before the first
// paint: none of them can refer to anything outside itself.

/** Marks the choice about cookies on `html` after the first paint, and stores one that is made before hydration. */
function rememberChoice(choiceKey: string, dateKey: string): void {
  const page = document.documentElement.dataset;
  const valid = (choice: string | null | undefined) => (choice === 'accepted' || choice === 'rejected' ? choice : '');
  const read = () => {
    try {
      page.consent = valid(localStorage.getItem(choiceKey));
    } catch {
      page.consent = '';
    }
  };
  // The first access to storage would delay a phone's first paint by two frames.
  requestAnimationFrame(() => setTimeout(read));
  addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest('button');
      const choice = valid(button?.dataset.consentChoice);
      if (!window.bootstrap || !choice) return;
      page.consent = choice;
      try {
        localStorage.setItem(dateKey, new Date().toISOString());
        localStorage.setItem(choiceKey, choice);
      } catch {
        // Without storage, the shell keeps the choice for this page.
      }
    },
    true,
  );
}

/** Variables that are set on `html` once the page is on screen. */
const NOT_INHERITED = ['--room-for-notices', '--room-for-banner'];

/**
 * Inherited, a property of `html` would make the browser compute all styles anew, as would an `@property` rule with
 * each rule that is inserted into a layer.
 */
function registerProperties(names: readonly string[]): void {
  for (const name of names) window.CSS?.registerProperty?.({ name, syntax: '*', inherits: false });
}

/**
 * Until the page is hydrated, opens the composed dialog of a pressed button, and closes it again. The shell repeats the
 * press, which opens the same dialog.
 */
export function openEarlyDialog(attribute: string): void {
  addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest('button');
      if (!window.bootstrap || !button) return;
      button.closest('dialog')?.close();
      const query = button.getAttribute(attribute);
      const dialog = document.getElementById(button.getAttribute('aria-controls') ?? '');
      if (query && matchMedia(query).matches && dialog instanceof HTMLDialogElement) dialog.showModal();
    },
    true,
  );
  // Who has closed a dialog does not want it opened again. The event comes with the next frame: it may be open by then.
  const forget = ({ target }: Event) => {
    if (window.bootstrap && !(target as HTMLDialogElement).open) window.bootstrap.pressed = null;
  };
  addEventListener('close', forget, true);
}

/** What can be below the first screen. */
const LATER = 'main section ~ section, footer';

/**
 * Until the page has loaded, only what is on screen is laid out (`data-first-screen`, of the theme); then one section
 * each time the browser is idle, or all at the first click. Not if the browser scrolls by itself, to a target or to
 * where the visitor was: the heights before it would be estimates.
 */
function layOutFirstScreen(selector: string): void {
  const page = document.documentElement.dataset;
  if (location.hash || !('requestIdleCallback' in window)) return;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type === 'navigate') page.firstScreen = '';
  const layOut = ([next, ...others]: HTMLElement[]) => {
    if (!next) return delete page.firstScreen;
    next.style.contentVisibility = 'visible';
    requestIdleCallback(() => layOut(others));
  };
  addEventListener('click', () => layOut([]), true);
  addEventListener('load', () =>
    requestIdleCallback(() => layOut([...document.querySelectorAll<HTMLElement>(selector)])),
  );
}

/** An event of the window when the shell does not run in time. */
const LATE_EVENT = 'shell-late';

/**
 * Reports, once, a shell whose script does not load or is late, or throws before anything of the shell can report it.
 * Leaves out scripts of other programs, and development, whose releases have no hash.
 */
function reportShellFailure(
  [shellPath, lateEvent]: readonly [string, string],
  [siteId, indexId]: readonly [string, string],
  leavesWithinMs: number,
): void {
  const textOf = (id: string) => document.getElementById(id)?.textContent ?? '';
  const isLive = () => document.documentElement.dataset.shell === 'live';
  let isReported = false;
  const report = (code: string) => {
    if (isReported || isLive() || textOf(indexId).includes('"integrity":""')) return;
    isReported = true;
    const { backend } = JSON.parse(textOf(siteId)) as PageData;
    const { shell, preview } = JSON.parse(textOf(indexId)) as PageData['index'];
    fetch(`${backend.url}/rest/v1/incidents`, {
      method: 'POST',
      keepalive: true,
      headers: { apikey: backend.anonKey, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify({
        remote: 'shell',
        release: shell.id,
        phase: 'shell',
        code,
        route: location.pathname,
        preview: preview && true,
      }),
    }).catch(() => undefined);
  };
  addEventListener(lateEvent, () => report('timeout'));
  addEventListener(
    'error',
    ({ target, filename }) => {
      const isFile = target instanceof HTMLScriptElement;
      const isOwn = (isFile ? target.src : filename)?.startsWith(location.origin + shellPath);
      if (isOwn && !isLive()) setTimeout(report, leavesWithinMs, isFile ? 'network' : 'exception');
    },
    true,
  );
}

/** The shell is loaded this long after the load event, even if the browser is never idle. */
const IDLE_WITHIN_MS = 1000;
/** The page shows the shell's load error if the shell does not run this long after its request. */
export const SHELL_WITHIN_MS = 10_000;

const INTENT: Signs = ['pointerdown', 'keydown', 'focusin'];

/** The page's only inline script, pinned by its hash in the Content-Security-Policy. */
export const BOOTSTRAP_SCRIPT = scriptWith(INTENT);

/** Starts the shell at once: a private part's composed page has no content. */
export const PRIVATE_BOOTSTRAP_SCRIPT = scriptWith([...INTENT, 'DOMContentLoaded']);

function scriptWith(signs: Signs): string {
  const shellPath = `${RELEASES_PATH}shell/`;
  return [
    callOf(loadShell, [
      [shellPath, START_ELEMENT_ID, LATE_EVENT],
      [signs, IDLE_WITHIN_MS, SHELL_WITHIN_MS],
    ]),
    callOf(registerProperties, [NOT_INHERITED]),
    callOf(rememberChoice, [CONSENT_KEY, CONSENT_DATE_KEY]),
    callOf(openEarlyDialog, [EARLY_DIALOG_ATTRIBUTE]),
    callOf(layOutFirstScreen, [LATER]),
    callOf(reportShellFailure, [[shellPath, LATE_EVENT], [SITE_ELEMENT_ID, INDEX_ELEMENT_ID], LEAVES_WITHIN_MS]),
  ].join(';');
}

function callOf<Values extends readonly unknown[]>(run: (...values: Values) => void, values: Values): string {
  return `(${withoutComments(run.toString())})(...${JSON.stringify(values)})`;
}

// Safe, because no text of the functions has several lines: a line that begins with `//` is a comment.
function withoutComments(source: string): string {
  return source.replaceAll(/\n\s*\/\/.*/g, '').replaceAll(/\n\s+/g, '\n');
}

/** State that the inline bootstrap leaves for the shell; removed after hydration. */
export interface Bootstrap {
  /** The last button that was clicked before hydration. */
  pressed: HTMLElement | null;
  /** The shell sets it. It calls `next` once the input is in the hydrated page. */
  onHydrated?: (next: () => void) => void;
}

declare global {
  interface Window {
    bootstrap?: Bootstrap | undefined;
  }
}

export interface StartFiles {
  readonly script: { readonly src: string; readonly integrity: string };
  /** Further scripts of the page, fetched once the shell's has arrived. Their integrity is checked when they run. */
  readonly ahead: readonly string[];
}

type Signs = readonly (keyof WindowEventMap)[];

/**
 * Loads the shell and the page's other scripts when the browser is idle, or at the first interaction. Marks on `html`
 * that scripts run, and a shell that fails or is late. Records the last click before hydration. Fetches a failed script
 * past the cache, which may hold a damaged file.
 */
function loadShell(
  [shellPath, filesId, lateEvent]: readonly [string, string, string],
  [signs, idleWithinMs, shellWithinMs]: readonly [Signs, number, number],
) {
  const page = document.documentElement.dataset;
  const fail = () => {
    if (page.shell === 'live') return;
    page.shell = 'failed';
    // It would cover the message.
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
  };
  let isStarted = false;

  function start() {
    if (isStarted) return;
    // Hydration needs the complete document. The scripts are listed at its end.
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', start);
    isStarted = true;
    setTimeout(() => {
      fail();
      dispatchEvent(new Event(lateEvent));
    }, shellWithinMs);
    const { script, ahead } = JSON.parse(document.getElementById(filesId)?.textContent ?? '') as StartFiles;
    const file = { ...script, crossOrigin: '' };
    const element = Object.assign(document.createElement('script'), file);
    const preload = Object.assign(document.createElement('link'), { ...file, rel: 'preload', as: 'script' });
    preload.href = element.src;
    // Earlier, they would share the network with the shell, which starts while they arrive. A script's own event comes
    // only after it has run, which takes long on a slow phone. They are fetched, because the browser would reuse a
    // failed preload for the next request of that file.
    preload.onload = () => {
      for (const url of ahead) fetch(url).catch(() => undefined);
    };
    document.head.append(preload, element);
  }

  window.bootstrap = { pressed: null };
  page.js = '';
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true, once: true });
  addEventListener('load', () => {
    // The timeout is for a browser that is never idle or currently draws nothing. Safari knows no idle time.
    window.requestIdleCallback?.(start, { timeout: idleWithinMs }) ?? setTimeout(start);
  });
  addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest('button');
      // React has added its keys to hydrated nodes, which handle the click themselves.
      if (!window.bootstrap || !button || Object.keys(button).some((key) => key.startsWith('__react'))) return;
      window.bootstrap.pressed = button;
      button.dataset.pressed = '';
    },
    true,
  );
  addEventListener(
    'error',
    ({ target }) => {
      // Other programs add scripts to the page.
      const isOwn = target instanceof HTMLScriptElement && target.src.startsWith(location.origin + shellPath);
      if (!isOwn || page.shell === 'live') return;
      fail();
      fetch(target.src, { cache: 'reload' }).catch(fail);
    },
    true,
  );
}
