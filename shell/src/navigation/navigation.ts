export interface Navigation {
  /** Goes to a path of this site: in place while a router is attached, otherwise by loading it. */
  readonly navigate: (to: string) => void;
  /** @returns what detaches the router again */
  readonly attach: (router: (to: string) => void) => () => void;
  /** Whether each navigation checks for newer releases: then links use `navigate`. */
  readonly isChecked: boolean;
}

interface Check {
  /** Whether other releases are active than those that composed the page. */
  readonly isOutdated: () => Promise<boolean>;
  readonly reload: () => void;
}

/**
 * A navigation does not wait for the check: a page that turns out to be outdated is reloaded.
 * @param check null in development
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
      // After a further navigation, only its own check counts.
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
