import type { Backend, ReleaseIndex, Site } from '@site/shared-ui/host';

/** What the composer wrote into the page for the shell. */
export interface PageData {
  readonly index: ReleaseIndex;
  readonly site: Site;
  readonly backend: Backend;
  /** yyyy-MM-dd in Paris */
  readonly composedOn: string;
}

export const INDEX_ELEMENT_ID = 'release-index';
export const SITE_ELEMENT_ID = 'site-data';

export class PageDataError extends Error {
  override name = 'PageDataError';
}

/** @throws PageDataError when the page was not written by the composer */
export function readPageData(page: Document): PageData {
  const { site, backend } = readJson(page, SITE_ELEMENT_ID) as Pick<PageData, 'site' | 'backend'>;
  return {
    index: readJson(page, INDEX_ELEMENT_ID) as ReleaseIndex,
    site,
    backend,
    composedOn: page.documentElement.dataset.composed ?? '',
  };
}

function readJson(page: Document, id: string): unknown {
  const text = page.getElementById(id)?.textContent;
  if (!text) throw new PageDataError(`The page holds no #${id}: compose the site again.`);
  return JSON.parse(text);
}
