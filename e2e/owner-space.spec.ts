import { INDEX_ELEMENT_ID, jsonTextOf } from '@site/contract/page-data';
import type { ReleaseIndex } from '@site/contract/release-index';
import { PATHS, readIndex } from './support/routes';
import { expect, test } from './support/test';

const SPACE = '/espace';
const ROOT_FILES = ['/releases.json', '/robots.txt', '/site.webmanifest', '/speculation-rules.json'];

test('nothing that the site serves to visitors names the owner’s space', async ({ request }) => {
  const { shell, remotes } = await readIndex(request);
  expect(Object.keys(remotes)).not.toContain('owner');
  const scripts = [
    `/r/shell/${shell.id}/main.js`,
    ...Object.values(remotes).flatMap(({ entry }) => [entry, entry.replace(/[^/]+$/, 'release.json')]),
  ];
  for (const path of [...PATHS, '/page-inconnue', ...ROOT_FILES, ...scripts]) {
    const text = await (await request.get(path)).text();
    expect(text, path).not.toMatch(/\/espace|ownerSpace|remote-owner/i);
  }
});

test('the owner’s space is not cached, not indexed by search engines and has its own policy', async ({ request }) => {
  const answer = await request.get(SPACE);
  const { 'content-security-policy': policy, ...headers } = answer.headers();
  expect(answer.status()).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers['x-robots-tag']).toContain('noindex');
  expect(headers).not.toHaveProperty('speculation-rules');
  expect(policy).toContain("connect-src 'self'; worker-src 'self'");
  const html = await answer.text();
  expect(html).toContain('<meta name="robots" content="noindex">');
  const index: ReleaseIndex = JSON.parse(jsonTextOf(INDEX_ELEMENT_ID).exec(html)?.[0] ?? 'null');
  expect(Object.keys(index.remotes)).toEqual(['owner']);
});

test('navigation between the owner’s space and the site loads whole pages', async ({ page }) => {
  await page.goto(SPACE);
  await page.getByLabel('Votre e-mail').press('Enter');
  await expect(page.getByText('Indiquez votre adresse e-mail.')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.getByRole('link', { name: 'Voir le site' }).click();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByLabel('Votre e-mail')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
});
