import { INDEX_ELEMENT_ID, type PageData, SITE_ELEMENT_ID } from '@site/contract/page-data';
import type { ReleaseIndex } from '@site/contract/release-index';

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
