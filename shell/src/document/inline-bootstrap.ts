/** What the inline bootstrap leaves for the shell, until the page is live. */
export interface Bootstrap {
  /** The button that was pressed last, which nothing has answered yet. */
  pressed: HTMLElement | null;
}

declare global {
  interface Window {
    bootstrap?: Bootstrap | undefined;
  }
}

/** What the inline bootstrap starts. */
export interface StartFiles {
  /** The shell's own. */
  readonly script: { readonly src: string; readonly integrity: string };
  /** Addresses of what the page needs besides, so that all comes at once; who runs a file checks it. */
  readonly ahead: readonly string[];
}

/** Signs that the visitor wants something of the page. */
type Signs = readonly (keyof WindowEventMap)[];

/**
 * Runs in the page before its first paint, as its own source text: it may refer to nothing outside itself.
 *
 * - It says on the html element that scripts run, so that no reveal flashes, and once the page is drawn what the visitor
 *   has chosen of cookies: there is no banner before.
 * - It starts the shell when the page has loaded and the browser is idle, or at the first sign of intent. Until then no
 *   script is fetched; from then on all that the page needs at once.
 * - It keeps what is pressed before anything can answer, and a choice about cookies for good.
 * - It watches over the shell's script, which says itself when it lives. One that fails is fetched anew: a file that
 *   arrived damaged would stay in the browser's cache.
 */
export function inlineBootstrap(
  choiceKey: string,
  dateKey: string,
  filesId: string,
  signs: Signs,
  shellWithinMs: number,
) {
  const page = document.documentElement.dataset;
  const known = (choice: string | null | undefined) => (choice === 'accepted' || choice === 'rejected' ? choice : '');
  const fail = () => {
    if (page.shell !== 'live') page.shell = 'failed';
  };
  let isStarted = false;

  function start() {
    if (isStarted) return;
    // Only a whole page can be taken over, and its end says what to start.
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', start);
    isStarted = true;
    for (const sign of signs) removeEventListener(sign, start, true);
    setTimeout(fail, shellWithinMs);
    const { script, ahead } = JSON.parse(document.getElementById(filesId)?.textContent ?? '') as StartFiles;
    document.head.append(Object.assign(document.createElement('script'), { ...script, crossOrigin: '' }));
    // Not preloads: one that failed would be what the next attempt at that file is given.
    for (const url of ahead) fetch(url).catch(() => undefined);
  }

  window.bootstrap = { pressed: null };
  page.js = '';
  const readConsent = () => {
    try {
      page.consent = known(localStorage.getItem(choiceKey));
    } catch {
      page.consent = '';
    }
  };
  // Asking the storage for the first time holds up a phone's first paint by two frames.
  requestAnimationFrame(() => setTimeout(readConsent));
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(start));
  addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest('button');
      // Nodes that React has taken over bear its mark: they answer for themselves.
      if (!window.bootstrap || !button || Object.keys(button).some((key) => key.startsWith('__react'))) return;
      window.bootstrap.pressed = button;
      button.dataset.pressed = '';
      const choice = known(button.dataset.consentChoice);
      if (!choice) return;
      page.consent = choice;
      try {
        localStorage.setItem(dateKey, new Date().toISOString());
        localStorage.setItem(choiceKey, choice);
      } catch {
        // The shell keeps it for this page, when it comes.
      }
    },
    true,
  );
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || page.shell === 'live') return;
      fail();
      fetch(target.src, { cache: 'reload' }).catch(fail);
    },
    true,
  );
}
