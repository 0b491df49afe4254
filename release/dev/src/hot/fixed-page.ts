import { SPECULATION_RULES_PATH } from '@site/contract/addresses';
import type { SiteData } from '@site/contract/page-data';
import { CLOSED_POLICY } from '@site/release-core/content-policy';
import type { Store } from '@site/release-core/store/store';
import type { PageAt, ServedPage } from '@site/server/serve/composed-pages';

interface OwnerFiles {
  readonly store: Store;
  readonly data: SiteData;
}

/** Pages have no policy, which would block hot reload. */
export const fixedPage =
  (htmlAt: (path: string) => string, { store, data }: OwnerFiles): PageAt =>
  async (path) => {
    // The header of each page names them. A page is made when it is opened: none is fetched ahead.
    if (path === SPECULATION_RULES_PATH) return uncachedPage('application/speculationrules+json', Buffer.from('{}'));
    const file = data.files?.[path];
    if (!file) return uncachedPage('text/html; charset=utf-8', Buffer.from(htmlAt(path)));
    return { ...uncachedPage(file.contentType, await store.readBody(file.body)), contentSecurityPolicy: CLOSED_POLICY };
  };

const uncachedPage = (contentType: string, identity: Buffer): ServedPage => ({
  status: 200,
  contentType,
  contentSecurityPolicy: '',
  tag: null,
  body: { identity },
});
