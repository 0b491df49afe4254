/**
 * Hides hash navigation within the page at `path` from the router while `isNeeded`: the router would render at once,
 * and React would drop the prerendered HTML that it has not hydrated yet.
 */
export function suppressHashPopstate(path: string, isNeeded: () => boolean): () => void {
  const suppress = (event: PopStateEvent) => {
    if (isNeeded() && window.location.pathname === path) event.stopImmediatePropagation();
  };
  window.addEventListener('popstate', suppress, { capture: true });
  return () => window.removeEventListener('popstate', suppress, { capture: true });
}
