export interface Navigation {
  /** Goes to a path of this site: in place while the router is live, by loading the page before. */
  readonly navigate: (to: string) => void;
  /** @returns what detaches the router again */
  readonly attach: (router: (to: string) => void) => () => void;
}

export function createNavigation(loadPage: (to: string) => void): Navigation {
  let go = loadPage;
  return {
    navigate: (to) => go(to),
    attach: (router) => {
      go = router;
      return () => {
        go = loadPage;
      };
    },
  };
}
