import { readFileSync } from 'node:fs';
import { MANAGE_PATH } from '@site/contract/addresses';
import { wordsOfPage } from './support/page-text';
import { PATHS, UNKNOWN_PATH } from './support/specification';
import { expect, test } from './support/test';

/** Traces of styles outside the head, and of content that only a script moves to its place. */
const TRACES = [' style="', 'id="S:', '<!--$?-->', '<!--$!-->', '$RC('];
const NOT_INDEXED = [UNKNOWN_PATH, MANAGE_PATH];

test('every page is served complete, compressed and under a policy that allows nothing inline but its own', async ({
  request,
}) => {
  for (const path of [...PATHS, ...NOT_INDEXED]) {
    await test.step(path, async () => {
      const response = await request.get(path, { headers: { 'accept-encoding': 'br' } });
      const html = await response.text();
      expect(response.status()).toBe(path === UNKNOWN_PATH ? 404 : 200);
      expect(response.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
      const policy = response.headers()['content-security-policy'];
      expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+';/);
      expect(policy).not.toContain('unsafe');
      for (const trace of TRACES) expect(html).not.toContain(trace);
      expect(html.includes('content="noindex"')).toBe(NOT_INDEXED.includes(path));
      const icons = html.match(/<svg\b[^>]*>/g) ?? [];
      expect(icons.length).toBeGreaterThan(0);
      const unsized = icons.filter((icon) => !/ width="\d+" height="\d+" fill="/.test(icon));
      expect(unsized, 'icons stay small in browsers that skip the styles').toEqual([]);
    });
  }
});

test('the landing page has the words of the hand-written page that `bench pages` compares it with', async ({
  request,
}) => {
  const handWritten = readFileSync(new URL('../bench/pages/hand-written.html', import.meta.url), 'utf8');
  const page = await request.get('/');
  expect(wordsOfPage(handWritten)).toEqual(wordsOfPage(await page.text()));
});
