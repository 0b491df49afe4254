import type { Site } from '@site/contract/host';
import type { ReleaseIndex } from '@site/contract/release-index';
import { createNoticeStore } from '@site/shared-ui';
import { exampleSite } from '@site/shared-ui/testing';
import type { ReactNode } from 'react';
import { App } from '../../src/app';
import { createConsentStore } from '../../src/consent/consent-store';
import type { LoadPage, OnIncident } from '../../src/federation/fallback-chain';
import { createRemotePages } from '../../src/federation/remote-pages';
import type { OnLive } from '../../src/federation/visit-reports';
import { createHost } from '../../src/host';
import { createNavigation, type Navigation } from '../../src/navigation/navigation';
import { exampleIndex } from './example-index';
import { examplePage } from './example-page';

export interface SiteOptions {
  readonly site?: Site;
  readonly index?: ReleaseIndex;
  readonly load?: LoadPage;
  readonly composed?: { readonly path: string; readonly html: string } | null;
  readonly isPrivate?: boolean;
  readonly badge?: ReactNode;
  readonly navigation?: Navigation;
  readonly onIncident?: OnIncident;
  readonly onLive?: OnLive;
}

export function createSite(options: SiteOptions = {}) {
  const { index = exampleIndex, load = async (_, route) => examplePage(route), composed = null } = options;
  const notices = createNoticeStore();
  const navigation = options.navigation ?? createNavigation(() => undefined);
  const host = createHost({
    index,
    site: options.site ?? exampleSite,
    backend: { url: '', anonKey: 'example-key' },
    composedOn: '2026-11-20',
    consent: createConsentStore(window),
    notices,
    navigation,
  });
  const pages = createRemotePages({ ...options, index, load, composed });
  return {
    host,
    pages,
    app: (
      <App
        host={host}
        isPrivate={options.isPrivate}
        pages={pages}
        notices={notices}
        navigation={navigation}
        badge={options.badge}
      />
    ),
  };
}
