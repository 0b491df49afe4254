interface PrefetchLinksOptions {
  /** Loads the code of a path of this site; repeated calls do nothing. */
  readonly prefetch: (path: string) => unknown;
  /** Called when the visitor points at, touches or focuses a link to another page. */
  readonly onIntent: () => void;
}

const SIGNS_OF_INTENT = ['pointerover', 'pointerdown', 'focusin'];

/** Prefetches the pages of links that are on screen (unless the visitor saves data), pointed at, touched or focused. */
export function prefetchLinks(page: Document, { prefetch, onIntent }: PrefetchLinksOptions): () => void {
  const onVisible = (link: HTMLAnchorElement) => {
    if (isToAnotherPage(link)) prefetch(link.pathname);
  };
  const onSign = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || !isToAnotherPage(link)) return;
    prefetch(link.pathname);
    onIntent();
  };
  for (const sign of SIGNS_OF_INTENT) page.addEventListener(sign, onSign, { passive: true });
  const stopWatching = savesData() ? () => undefined : watchLinks(page, onVisible);
  return () => {
    stopWatching();
    for (const sign of SIGNS_OF_INTENT) page.removeEventListener(sign, onSign);
  };
}

/** Calls `onVisible` once for each link that appears on screen, including links that are added later. */
function watchLinks(page: Document, onVisible: (link: HTMLAnchorElement) => void): () => void {
  const visibility = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      visibility.unobserve(target);
      onVisible(target as HTMLAnchorElement);
    }
  });
  let isScheduled = false;
  const observeLinks = () => {
    isScheduled = false;
    for (const link of page.links) visibility.observe(link);
  };
  const scheduleObserving = () => {
    if (isScheduled) return;
    isScheduled = true;
    whenIdle(observeLinks);
  };
  const changes = new MutationObserver(scheduleObserving);
  changes.observe(page.body, { childList: true, subtree: true });
  scheduleObserving();
  return () => {
    visibility.disconnect();
    changes.disconnect();
  };
}

const isToAnotherPage = ({ origin, pathname }: HTMLAnchorElement) =>
  origin === window.location.origin && pathname !== window.location.pathname;

export const whenIdle = (run: () => void) => (window.requestIdleCallback ?? setTimeout)(run);

/** Runs once: when the browser is idle, and when the visitor leaves before that. */
export function whenIdleOrHidden(run: () => void): void {
  const waiting = new AbortController();
  const runOnce = () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    run();
  };
  window.addEventListener('pagehide', runOnce, waiting);
  whenIdle(runOnce);
}

/** Only Chromium has `navigator.connection`. */
export const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
