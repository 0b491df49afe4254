import { tableCall } from '@site/contract/backend-calls';
import type { PageData } from '@site/contract/page-data';
import type { OnLive } from '../federation/visit-reports';
import { isPublished } from '../navigation/release-watch';
import { createSender } from './send-report';

const LIVE_PAGES = tableCall('live_pages', ['shell', 'remote', 'release', 'route']);

/**
 * Reports pages that became interactive. A report has no identifier, and nothing is stored in the browser.
 * @param isPreview the address asks for a preview, which may be missing
 * @returns undefined for previews, development and drafts, which report nothing
 */
export function createLiveReport(
  { index, backend, site }: Pick<PageData, 'index' | 'backend' | 'site'>,
  isPreview: boolean,
  fetchFrom: typeof fetch,
): OnLive | undefined {
  if (isPreview || index.preview || site.draft || !isPublished(index)) return undefined;
  const send = createSender({ backend, fetchFrom });
  return ({ remote, release, path }) => {
    const page = { shell: index.shell.id, remote, release: release.id, route: path };
    send(LIVE_PAGES.table, page satisfies Record<(typeof LIVE_PAGES.columns)[number], string>);
  };
}
