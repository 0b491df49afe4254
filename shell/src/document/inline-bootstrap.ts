/** State that the inline bootstrap leaves for the shell; removed after hydration. */
export interface Bootstrap {
  /** The last button that was clicked before hydration. */
  pressed: HTMLElement | null;
  /** Set by the shell. Calls `next` once the input is in the hydrated page. */
  onHydrated?: (next: () => void) => void;
}

declare global {
  interface Window {
    bootstrap?: Bootstrap | undefined;
  }
}

export interface StartFiles {
  readonly script: { readonly src: string; readonly integrity: string };
  /** Further scripts of the page, fetched in parallel. Their integrity is checked when they run. */
  readonly ahead: readonly string[];
}

type Signs = readonly (keyof WindowEventMap)[];

/**
 * Its source text is written into the page and runs before the first paint: it cannot refer to anything outside itself.
 *
 * - It marks on `html` that scripts run, and after the first paint the visitor's choice about cookies.
 * - It loads the shell and the page's other scripts when the browser is idle, or at the first interaction.
 * - It records the last click before hydration, and stores a choice about cookies.
 * - It marks a shell that fails or is late, and fetches a failed script past the cache, which may hold a damaged file.
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
  let ownFiles: string | undefined;

  function start() {
    if (isStarted) return;
    // Hydration needs the complete document. The scripts are listed at its end.
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', start);
    isStarted = true;
    for (const sign of signs) removeEventListener(sign, start, true);
    setTimeout(fail, shellWithinMs);
    const { script, ahead } = JSON.parse(document.getElementById(filesId)?.textContent ?? '') as StartFiles;
    const element = Object.assign(document.createElement('script'), { ...script, crossOrigin: '' });
    ownFiles = new URL('.', element.src).href;
    document.head.append(element);
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
    // The timeout is for a browser that is never idle or currently draws nothing.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: idleWithinMs });
    else setTimeout(start);
  });
  addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest('button');
      // React has added its keys to hydrated nodes, which handle the click themselves.
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
      // Other programs add scripts to the page.
      const isOwn = target instanceof HTMLScriptElement && ownFiles && target.src.startsWith(ownFiles);
      if (!isOwn || page.shell === 'live') return;
      fail();
      fetch(target.src, { cache: 'reload' }).catch(fail);
    },
    true,
  );
}
