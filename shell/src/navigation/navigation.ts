export interface Navigation {
  /** Goes to a path of this site: in place while the router is live, else by loading it. */
  readonly navigate: (to: string) => void;
  /** @returns what detaches the router again */
  readonly attach: (router: (to: string) => void) => () => void;
  /** Whether a navigation asks what is active: then links leave it to `navigate`. */
  readonly isChecked: boolean;
}

interface Check {
  /** Whether other releases are active than when the page was written. */
  readonly isOutdated: () => Promise<boolean>;
  /** Loads the page that the address names by now. */
  readonly reload: () => void;
}

/**
 * Nobody waits for the answer to what is active: a page that turns out to be another release's is loaded anew.
 * @param check null where nobody could tell
 */
export function createNavigation(loadPage: (to: string) => void, check: Check | null = null): Navigation {
  let router: ((to: string) => void) | null = null;
  let latest = 0;

  const navigate = (to: string) => {
    latest += 1;
    const own = latest;
    if (!router) return loadPage(to);
    const isChecked = check && !isSamePage(to);
    router(to);
    if (!isChecked) return;
    void check.isOutdated().then((isSo) => {
      // Meanwhile the visitor may have pressed another link, whose own answer counts.
      if (isSo && own === latest) check.reload();
    });
  };

  return {
    navigate,
    isChecked: check !== null,
    attach: (attached) => {
      router = attached;
      return () => {
        router = null;
      };
    },
  };
}

const isSamePage = (to: string) => new URL(to, window.location.href).pathname === window.location.pathname;
