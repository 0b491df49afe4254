import { exampleSite } from '@site/shared-ui/testing';
import { App } from '../app';
import { createConsentStore } from '../consent/consent-store';
import type { LoadPage } from '../federation/ladder';
import { createRemotePages } from '../federation/remote-pages';
import { createHost } from '../host';
import { createNavigation } from '../navigation/navigation';
import { createNoticeStore } from '../notices/notice-store';
import { exampleIndex } from './example-index';
import { examplePage } from './example-page';

export interface SiteParts {
  readonly load?: LoadPage;
  readonly composed?: { readonly path: string; readonly html: string } | null;
}

/** The whole shell around example pages, put together as in the browser. */
export function createSite({ load = async (_, route) => examplePage(route), composed = null }: SiteParts = {}) {
  const notices = createNoticeStore();
  const navigation = createNavigation(() => undefined);
  const host = createHost({
    index: exampleIndex,
    site: exampleSite,
    backend: { url: '', anonKey: 'example-key' },
    composedOn: '2026-11-20',
    consent: createConsentStore(window),
    notices,
    navigation,
  });
  const pages = createRemotePages({ index: exampleIndex, load, composed });
  return { host, app: <App host={host} pages={pages} notices={notices} navigation={navigation} /> };
}
