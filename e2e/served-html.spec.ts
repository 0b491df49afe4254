import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIResponse } from '@playwright/test';
import { PATHS, readIndex, UNKNOWN_PATH } from './support/routes';
import { expect, test } from './support/test';
import { wordsOfPage } from './support/words-of-page';

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
};
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

// The pages of previews, which load these files, have another origin.
const { 'cross-origin-opener-policy': _, ...REST } = SECURITY_HEADERS;
const FILE_HEADERS = {
  ...REST,
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'content-security-policy': `sandbox; form-action 'none'; base-uri 'none'; ${CLOSED_POLICY}`,
};

const SCRIPT = /<script\b([^>]*)>/g;
const isInlineProgram = (attributes: string) =>
  !/\ssrc=/.test(attributes) && !/type="application\/(ld\+)?json"/.test(attributes);

function expectPagePolicy(response: APIResponse) {
  const headers = response.headers();
  expect(headers).toMatchObject(SECURITY_HEADERS);
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+';/);
  expect(policy).not.toContain('unsafe');
}

for (const path of [...PATHS, UNKNOWN_PATH]) {
  const isKnown = path !== UNKNOWN_PATH;

  test(`${path} is served complete, compressed and with security headers`, async ({ request }) => {
    const response = await request.get(path);
    const html = await response.text();
    await test.step('it is complete, with one inline script and no style attribute', () => {
      expect(response.status()).toBe(isKnown ? 200 : 404);
      expect([...html.matchAll(SCRIPT)].filter(([, attributes = '']) => isInlineProgram(attributes))).toHaveLength(1);
      for (const trace of [' style="', 'id="S:', '<!--$?-->', '<!--$!-->', '$RC(']) expect(html).not.toContain(trace);
      expect(html.includes('content="noindex"')).toBe(!isKnown);
      expect(html).toContain('<html lang="fr"');
    });
    await test.step('its icons stay small in browsers that skip its styles', () => {
      const icons = html.match(/<svg\b[^>]*>/g) ?? [];
      expect(icons.length).toBeGreaterThan(0);
      const unsized = icons.filter((icon) => !/ width="\d+" height="\d+" fill="/.test(icon));
      expect(unsized).toEqual([]);
    });
    await test.step('it has security headers, is compressed and revalidated', async () => {
      const compressed = await request.get(path, { headers: { 'accept-encoding': 'br' } });
      expectPagePolicy(compressed);
      expect(compressed.headers()).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
        etag: expect.stringMatching(/^"[^"]+"$/),
      });
      const again = await request.get(path, { headers: { 'if-none-match': compressed.headers().etag ?? '' } });
      expect(again.status()).toBe(isKnown ? 304 : 404);
      expectPagePolicy(again);
    });
  });
}

test('release files match their hashes, are immutable, compressed and have security headers', async ({ request }) => {
  const { remotes } = await readIndex(request);
  for (const { entry, integrity } of Object.values(remotes)) {
    const response = await request.get(entry, { headers: { 'accept-encoding': 'br' } });
    expect(
      `sha384-${createHash('sha384')
        .update(await response.body())
        .digest('base64')}`,
    ).toBe(integrity);
    expect(response.headers()).toMatchObject({
      ...FILE_HEADERS,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
  }
});

test('a missing release file is a 404 with security headers', async ({ request }) => {
  const response = await request.get('/r/booking/0.0.0-0000000000/remoteEntry.js');
  expect(response.status()).toBe(404);
  expect(response.headers()).toMatchObject({ ...SECURITY_HEADERS, 'content-security-policy': CLOSED_POLICY });
});

test('every page has the same release index', async ({ request }) => {
  const index = await readIndex(request);
  for (const path of [...PATHS, UNKNOWN_PATH]) expect(await readIndex(request, path)).toEqual(index);
});

test('the landing page has the words of the hand-written page that `bench pages` compares it with', async ({
  request,
}) => {
  const handWritten = readFileSync(new URL('../bench/pages/hand-written.html', import.meta.url), 'utf8');
  const page = await request.get('/');
  expect(wordsOfPage(handWritten)).toEqual(wordsOfPage(await page.text()));
});
