interface PrefetchLinksParts {
  /** Fetches what a path of this site needs; asked again, it does nothing. */
  readonly prefetch: (path: string) => void;
  /** The visitor is about to follow a link. */
  readonly onIntent: () => void;
}

const SIGNS_OF_INTENT = ['pointerover', 'pointerdown', 'focusin'];

/**
 * Fetches ahead what the site's links lead to: as soon as one is in sight, unless the visitor saves data, or pointed at.
 * @returns what ends it
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

/** Tells of each link once when it comes into sight, and of those that come into the page later. */
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

/** Only Chromium tells. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
