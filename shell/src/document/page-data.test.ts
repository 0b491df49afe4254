import { exampleSite } from '@site/shared-ui/testing';
import { exampleIndex, indexWithContact } from '../../tests/support/examples';
import { isFullyPublished, PageDataError, readPageData } from './page-data';

const page = (body: string) =>
  new DOMParser().parseFromString(`<html data-composed="2026-11-20"><body>${body}</body></html>`, 'text/html');

const json = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`;

test('the shell reads what the composer wrote', () => {
  const backend = { url: '', anonKey: 'example-key' };
  const composed = page(json('site-data', { site: exampleSite, backend }) + json('release-index', exampleIndex));
  expect(readPageData(composed)).toEqual({ index: exampleIndex, site: exampleSite, backend, composedOn: '2026-11-20' });
});

test('a page that was not composed throws an error that names the missing element', () => {
  expect(() => readPageData(page(''))).toThrow(
    new PageDataError('The page holds no #site-data: compose the site again.'),
  );
  expect(() => readPageData(page(json('site-data', {})))).toThrow(/#release-index/);
});

test('an index with a hot remote is not published', () => {
  expect(isFullyPublished(exampleIndex)).toBe(true);
  expect(isFullyPublished(indexWithContact({ integrity: '' }))).toBe(false);
});
