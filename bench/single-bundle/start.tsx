import type { PageModule } from '@site/contract/host';
import { App } from '@site/shell/src/app';
import { createConsentStore } from '@site/shell/src/consent/consent-store';
import { createRemotePages } from '@site/shell/src/federation/remote-pages';
import { createHost } from '@site/shell/src/host';
import { createIncidentReport } from '@site/shell/src/incidents/report-incidents';
import { createNavigation } from '@site/shell/src/navigation/navigation';
import { prefetchLinks } from '@site/shell/src/navigation/prefetch-links';
import { createReleaseWatch } from '@site/shell/src/navigation/release-watch';
import { createNoticeStore } from '@site/shell/src/notices/notice-store';
import { readPageData } from '@site/shell/src/page-data';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

/** The shell around one page whose code is already here: what the site would be without federation or prerendering. */
export function start(module: PageModule): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const data = readPageData(document);
  const notices = createNoticeStore();
  const isOutdated = createReleaseWatch(data.index, fetch);
  const navigation = createNavigation(
    (to) => window.location.assign(to),
    isOutdated && { isOutdated, reload: () => window.location.reload() },
  );
  const host = createHost({ ...data, navigation, notices, consent: createConsentStore(window) });
  const onIncident = createIncidentReport(data.backend, fetch);
  const pages = createRemotePages({ index: data.index, load: async () => module, composed: null, onIncident });
  prefetchLinks(document, {
    prefetch: (path) => pages.find(({ route }) => route.path === path)?.prefetch(),
    onIntent: () => void isOutdated?.(),
  });
  createRoot(root).render(
    <BrowserRouter>
      <App host={host} pages={pages} notices={notices} navigation={navigation} />
    </BrowserRouter>,
  );
}
