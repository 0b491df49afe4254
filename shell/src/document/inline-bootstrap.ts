/** What the inline bootstrap hands over to the shell; removed after hydration. */
export interface Bootstrap {
  /** The last button that was clicked before hydration. */
  pressed: HTMLElement | null;
}

declare global {
  interface Window {
    bootstrap?: Bootstrap | undefined;
  }
}

export interface StartFiles {
  readonly script: { readonly src: string; readonly integrity: string };
  /** Further scripts that the page needs, fetched in parallel; whoever runs a script checks its integrity. */
  readonly ahead: readonly string[];
}

type Signs = readonly (keyof WindowEventMap)[];

/**
 * Its source text is written into the page and runs before the first paint: it cannot refer to anything outside itself.
 *
 * - It marks on the html element that scripts run, so that no reveal flashes, and after the first paint the visitor's
 *   choice about cookies, before which there is no banner.
 * - It loads the shell, with all other scripts of the page, when the page has loaded and the browser is idle, or at the
 *   first sign of intent.
 * - It records the last click before hydration, and stores a choice about cookies.
 * - It marks a shell that fails to load or to start in time, and fetches a failed script again: a damaged file would stay in
 *   the browser's cache.
 */
export function inlineBootstrap(
  [choiceKey, dateKey]: readonly [string, string],
  filesId: string,
  [signs, idleWithinMs, shellWithinMs]: readonly [Signs, number, number],
) {
  const page = document.documentElement.dataset;
  const known = (choice: string | null | undefined) => (choice === 'accepted' || choice === 'rejected' ? choice : '');
  const fail = () => {
    if (page.shell !== 'live') page.shell = 'failed';
  };
  let isStarted = false;

  function start() {
    if (isStarted) return;
    // Hydration needs the complete document, whose end names the scripts.
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', start);
    isStarted = true;
    for (const sign of signs) removeEventListener(sign, start, true);
    setTimeout(fail, shellWithinMs);
    const { script, ahead } = JSON.parse(document.getElementById(filesId)?.textContent ?? '') as StartFiles;
    document.head.append(Object.assign(document.createElement('script'), { ...script, crossOrigin: '' }));
    // Not preloads: the browser would reuse a failed preload for the next request of that file.
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
  // The first access to storage would delay a phone's first paint by two frames.
  requestAnimationFrame(() => setTimeout(readConsent));
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  addEventListener('load', () => {
    // A browser that is never idle, or draws nothing for now, hydrates all the same.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: idleWithinMs });
    else setTimeout(start);
  });
  addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest('button');
      // Hydrated nodes have React's mark and handle the click themselves.
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
        // Without storage, the shell keeps the choice for this page.
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
