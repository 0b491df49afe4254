import { tableCall } from '@site/contract/backend-calls';
import type { ConsentStore } from '@site/contract/host';
import type { PageData } from '@site/contract/page-data';
import { isFullyPublished } from '../document/page-data';
import type { OnLive } from '../federation/remote-page';
import { createSender } from '../incidents/report-incidents';
import { whenIdleOrHidden } from '../navigation/prefetch-links';
import type { measureSpeed } from './measure-speed';

const LIVE_PAGES = tableCall('live_pages', ['shell', 'remote', 'release', 'route']);

interface LiveReportData extends Pick<PageData, 'index' | 'backend' | 'site'> {
  readonly consent: ConsentStore;
}

/**
 * Reports pages that became interactive, and with consent how fast the first of them was. A report has no identifier,
 * and nothing is stored in the browser.
 * @returns undefined for previews, development and drafts, which report nothing
 */
export function createLiveReport(data: LiveReportData, fetchFrom: typeof fetch): OnLive | undefined {
  const { index, backend, site } = data;
  if (index.preview || site.draft || !isFullyPublished(index)) return undefined;
  const send = createSender({ backend, fetchFrom });
  const reportSpeed = createSpeedReport({ ...data, send });
  return (page) => {
    const { remote, release, path } = page;
    const row = { shell: index.shell.id, remote, release: release.id, route: path };
    whenIdleOrHidden(() => {
      send(LIVE_PAGES.table, row satisfies Record<(typeof LIVE_PAGES.columns)[number], string>);
      reportSpeed(page);
    });
  };
}

/**
 * Loads the code that measures speeds once a page is live and the visitor has accepted, not without consent. Measures
 * a document once, as the page that was live first.
 */
export function createSpeedReport(options: Parameters<typeof measureSpeed>[0]): OnLive {
  let page: Parameters<OnLive>[0] | undefined;
  const loadWithConsent = () => {
    if (!page || options.consent.get() !== 'accepted') return;
    const measured = page;
    leave();
    // Without the code, nothing is measured.
    import('./measure-speed').then((loaded) => loaded.measureSpeed(options, measured)).catch(() => undefined);
  };
  const leave = options.consent.subscribe(loadWithConsent);
  return (live) => {
    if (page) return;
    page = live;
    loadWithConsent();
  };
}
