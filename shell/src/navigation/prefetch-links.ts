interface PrefetchLinksParts {
  /** Loads the code of a path of this site; repeated calls do nothing. */
  readonly prefetch: (path: string) => void;
  /** Called when the visitor points at, touches or focuses a link to another page. */
  readonly onIntent: () => void;
}

const SIGNS_OF_INTENT = ['pointerover', 'pointerdown', 'focusin'];

/**
 * Prefetches the pages that the site's links lead to: links on screen, unless the visitor saves data, and links that are
 * pointed at, touched or focused.
 * @returns a function that ends it
 */
export function prefetchLinks(page: Document, { prefetch, onIntent }: PrefetchLinksParts): () => void {
  const onSight = (link: HTMLAnchorElement) => {
    if (isToAnotherPage(link)) prefetch(link.pathname);
  };
  const onSign = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || !isToAnotherPage(link)) return;
    prefetch(link.pathname);
    onIntent();
  };
  for (const sign of SIGNS_OF_INTENT) page.addEventListener(sign, onSign, { passive: true });
  const stopWatching = savesData() ? () => undefined : watchLinks(page, onSight);
  return () => {
    stopWatching();
    for (const sign of SIGNS_OF_INTENT) page.removeEventListener(sign, onSign);
  };
}

/** Calls `onSight` once for each link that appears on screen, including links that are added later. */
function watchLinks(page: Document, onSight: (link: HTMLAnchorElement) => void): () => void {
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      onSight(target as HTMLAnchorElement);
    }
  });
  let isDue = false;
  const look = () => {
    isDue = false;
    for (const link of page.links) sight.observe(link);
  };
  const lookSoon = () => {
    if (isDue) return;
    isDue = true;
    whenIdle(look);
  };
  const changes = new MutationObserver(lookSoon);
  changes.observe(page.body, { childList: true, subtree: true });
  lookSoon();
  return () => {
    sight.disconnect();
    changes.disconnect();
  };
}

const isToAnotherPage = ({ origin, pathname }: HTMLAnchorElement) =>
  origin === window.location.origin && pathname !== window.location.pathname;

const whenIdle = (run: () => void) => (window.requestIdleCallback ?? setTimeout)(run);

/** Only Chromium has the property. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
