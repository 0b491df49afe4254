export interface Navigation {
  /** Goes to a path of this site: in place while the router is live and the page up to date, else by loading it. */
  readonly navigate: (to: string) => void;
  /** @returns what detaches the router again */
  readonly attach: (router: (to: string) => void) => () => void;
  /** Whether a navigation asks first what is active: then links leave it to `navigate`. */
  readonly isChecked: boolean;
}

/** @param isOutdated whether other releases are active than when the page was written; null where nobody could tell */
export function createNavigation(
  loadPage: (to: string) => void,
  isOutdated: (() => Promise<boolean>) | null = null,
): Navigation {
  let router: ((to: string) => void) | null = null;
  let latest = 0;

  const go = (to: string) => (router ?? loadPage)(to);
  const navigate = (to: string) => {
    latest += 1;
    const own = latest;
    if (!router || !isOutdated || isSamePage(to)) return go(to);
    void isOutdated().then((isSo) => {
      // Meanwhile the visitor may have pressed another link.
      if (own !== latest) return;
      if (isSo) loadPage(to);
      else go(to);
    });
  };

  return {
    navigate,
    isChecked: isOutdated !== null,
    attach: (attached) => {
      router = attached;
      return () => {
        router = null;
      };
    },
  };
}

const isSamePage = (to: string) => new URL(to, window.location.href).pathname === window.location.pathname;
