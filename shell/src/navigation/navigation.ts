export interface Navigation {
  /** Goes to a path of this site: in place while a router is attached, otherwise by loading it. */
  readonly navigate: (to: string) => void;
  /** @returns what detaches the router again */
  readonly attach: (router: (to: string) => void) => () => void;
  /** Whether the page at an address is among those that this document can show; any other is loaded. */
  readonly isHere: (to: string) => boolean;
  /** Whether each navigation checks for newer releases: then links use `navigate`. */
  readonly isChecked: boolean;
}

interface Check {
  /** Whether other releases are active than those that composed the page. */
  readonly isOutdated: () => Promise<boolean>;
  readonly reload: () => void;
}

interface Options {
  /** Null in development. */
  readonly check?: Check | null;
  /** Of the pages that the document can show; all, if they are not known. */
  readonly paths?: readonly string[];
}

/**
 * A navigation does not wait for the check: a page that turns out to be outdated is reloaded.
 * A page that the document does not have, as that of a private part, is loaded as a whole.
 */
export function createNavigation(loadPage: (to: string) => void, { check = null, paths }: Options = {}): Navigation {
  let router: ((to: string) => void) | null = null;
  let latest = 0;

  const isHere = (to: string) => !paths || paths.includes(new URL(to, window.location.href).pathname);

  const navigate = (to: string) => {
    latest += 1;
    const own = latest;
    if (!router || !isHere(to)) return loadPage(to);
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
    isHere,
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
