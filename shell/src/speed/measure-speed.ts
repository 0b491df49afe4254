import { tableCall } from '@site/contract/backend-calls';
import type { ConsentStore } from '@site/contract/host';
import type { PageData } from '@site/contract/page-data';
import { bucketOf, type SpeedMetric } from '@site/contract/page-speed';
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { OnLive } from '../federation/remote-page';
import type { createSender } from '../incidents/report-incidents';

const PAGE_SPEEDS = tableCall('page_speeds', [
  'shell',
  'remote',
  'release',
  'route',
  'lcp',
  'inp',
  'cls',
  'ttfb',
  'fcp',
]);

interface MeasureOptions extends Pick<PageData, 'index'> {
  readonly consent: ConsentStore;
  readonly send: ReturnType<typeof createSender>;
}

/**
 * Measures the document until the visitor goes to another page, and sends the buckets once, when it is hidden. Consent
 * that is withdrawn before that ends it for good.
 */
export function measureSpeed({ index, consent, send }: MeasureOptions, page: Parameters<OnLive>[0]): void {
  // The owner's space has no banner.
  if (index.private) return;
  const buckets: Partial<Record<SpeedMetric, number>> = {};
  let hasLeft = false;
  let isOver = consent.get() !== 'accepted';
  consent.subscribe(() => {
    isOver ||= consent.get() !== 'accepted';
  });

  const record = ({ name, value }: Metric) => {
    hasLeft ||= window.location.pathname !== page.path;
    const metric = name.toLowerCase() as SpeedMetric;
    if (!hasLeft) buckets[metric] = bucketOf(metric, value);
  };
  for (const measure of [onLCP, onINP, onCLS, onTTFB, onFCP]) measure(record, { reportAllChanges: true });

  const sendOnce = () => {
    if (isOver || Object.keys(buckets).length === 0) return;
    isOver = true;
    const { remote, release, path } = page;
    const row = { shell: index.shell.id, remote, release: release.id, route: path, ...buckets };
    send(PAGE_SPEEDS.table, row satisfies Partial<Record<(typeof PAGE_SPEEDS.columns)[number], unknown>>);
  };
  // This listener does not capture, as web-vitals notes its last values in capturing listeners.
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendOnce();
  });
}
