import { use, useEffect } from 'react';
import type { Bootstrap } from '../document/bootstrap-script';
import { type Place, PlaceContext } from './navigation';

/** Render it next to a page's content. On a first page, Back and Forward, the browser sets scroll and focus. */
export function NavigationEffects({ title }: { readonly title: string }) {
  const place = use(PlaceContext);

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(replayPress, []);

  useEffect(() => {
    const { pathname } = place.get();
    const follow = () => {
      if (place.get().pathname === pathname) show(place.get());
    };
    follow();
    return place.subscribe(follow);
  }, [place]);

  return null;
}

function show({ hash, type }: Place): void {
  if (type === 'POP') return;
  const target = targetOf(hash.slice(1));
  if (target) {
    target.scrollIntoView({ behavior: 'instant' });
    target.focus({ preventScroll: true });
  } else {
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }
}

/** Follows the browser: it tries the fragment as it is written, then decoded. */
function targetOf(fragment: string): HTMLElement | null {
  try {
    return document.getElementById(fragment) ?? document.getElementById(decodeURIComponent(fragment));
  } catch {
    // No text is encoded like this, so no element has it as its id.
    return null;
  }
}

/** Repeats the last click before hydration, and stops the recording of clicks. */
function replayPress(): void {
  const bootstrap: Bootstrap | undefined = window.bootstrap;
  window.bootstrap = undefined;
  for (const button of document.querySelectorAll<HTMLElement>('[data-pressed]')) delete button.dataset.pressed;
  const press = () => {
    if (bootstrap?.pressed?.isConnected) bootstrap.pressed.click();
  };
  if (bootstrap?.onHydrated) bootstrap.onHydrated(press);
  else press();
}

/**
 * Hides hash navigation within the page at `path` from the router while `isNeeded`: the router would render at once,
 * and React would drop the composed HTML that it has not hydrated yet.
 */
export function suppressHashPopstate(path: string, isNeeded: () => boolean): () => void {
  const suppress = (event: PopStateEvent) => {
    if (isNeeded() && window.location.pathname === path) event.stopImmediatePropagation();
  };
  window.addEventListener('popstate', suppress, { capture: true });
  return () => window.removeEventListener('popstate', suppress, { capture: true });
}
