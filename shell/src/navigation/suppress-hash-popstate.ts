/**
 * Keeps moves within a page (to one of its sections, and back) from the router while the page cannot be rendered anew:
 * the router answers them at once, and React then drops the prerendered HTML that it has not taken over yet.
 * @returns what ends it
 */
export function suppressHashPopstate(path: string, isNeeded: () => boolean): () => void {
  const keep = (event: PopStateEvent) => {
    if (isNeeded() && window.location.pathname === path) event.stopImmediatePropagation();
  };
  window.addEventListener('popstate', keep, { capture: true });
  return () => window.removeEventListener('popstate', keep, { capture: true });
}
