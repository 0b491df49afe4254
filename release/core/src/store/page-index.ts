import { INDEX_PATH } from '@site/contract/addresses';
import { INDEX_ELEMENT_ID, jsonTextOf } from '@site/contract/page-data';
import type { ReleaseIndex } from '@site/contract/release-index';
import type { ComposedPages } from './revision';

const INLINE_INDEX = jsonTextOf(INDEX_ELEMENT_ID);

export const indexInPage = (html: string): ReleaseIndex => JSON.parse(INLINE_INDEX.exec(html)?.[0] || '{}');

export const withIndex = (html: string, indexText: string): string => html.replace(INLINE_INDEX, () => indexText);

/** The index of the public pages, and that of each private page. Together they name every release of the pages. */
export async function readPageIndexes(
  pages: ComposedPages,
  read: (path: string, body: string) => Promise<Buffer | null | undefined>,
): Promise<readonly ReleaseIndex[]> {
  const indexes = Object.entries(pages).map(async ([path, page]) => {
    const isPrivatePage = page.private && page.contentType.startsWith('text/html');
    if (path !== INDEX_PATH && !isPrivatePage) return null;
    const text = (await read(path, page.body))?.toString();
    if (text === undefined) return null;
    return path === INDEX_PATH ? (JSON.parse(text) as ReleaseIndex) : indexInPage(text);
  });
  return (await Promise.all(indexes)).filter((one) => one !== null);
}
