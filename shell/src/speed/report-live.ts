import { tableCall } from '@site/contract/backend-calls';
import type { ConsentStore } from '@site/contract/host';
import type { PageData } from '@site/contract/page-data';
import type { OnLive } from '../federation/visit-reports';
import { createSender } from '../incidents/send-report';
import { isPublished } from '../navigation/release-watch';
import { createSpeedReport } from './speed-report';

const LIVE_PAGES = tableCall('live_pages', ['shell', 'remote', 'release', 'route']);

interface LiveReportData extends Pick<PageData, 'index' | 'backend' | 'site'> {
  readonly consent: ConsentStore;
}

/**
 * Reports pages that became interactive, and with consent how fast the first of them was. A report has no identifier,
 * and nothing is stored in the browser.
 * @param isPreview the address asks for a preview, which may be missing
 * @returns undefined for previews, development and drafts, which report nothing
 */
export function createLiveReport(
  data: LiveReportData,
  isPreview: boolean,
  fetchFrom: typeof fetch,
): OnLive | undefined {
  const { index, backend, site } = data;
  if (isPreview || index.preview || site.draft || !isPublished(index)) return undefined;
  const send = createSender({ backend, fetchFrom });
  const reportSpeed = createSpeedReport({ ...data, send });
  return (page) => {
    const { remote, release, path } = page;
    const row = { shell: index.shell.id, remote, release: release.id, route: path };
    send(LIVE_PAGES.table, row satisfies Record<(typeof LIVE_PAGES.columns)[number], string>);
    reportSpeed(page);
  };
}
