import type { Locator, Page } from '@playwright/test';
import { holdRequests } from './support/hold-requests';
import { openHydrated, waitForHydration } from './support/hydration';
import { footerLink, loadedAt, waitForPageLoad } from './support/page-parts';
import { readIndex } from './support/routes';
import { expect, test } from './support/test';
import { LONG, longUnless } from './support/tier';

const INDEX = '**/releases.json';

/** Answers with the index as it is after this number of further activations. */
async function answerIndex(page: Page, { changes }: { changes: number }) {
  const index = await readIndex(page.request);
  await page.route(INDEX, (route) => route.fulfill({ json: { ...index, seq: index.seq + changes } }));
}

/** Hovers over a link until the page has received the index, so that the click depends on no deadline. */
async function hoverAndClick(page: Page, link: Locator) {
  const answered = page.waitForResponse(INDEX);
  await link.hover();
  await (await answered).finished();
  await link.click();
}

test('reloads an outdated page when the visitor leaves it through a link', async ({ page }) => {
  await openHydrated(page, '/contact');
  const start = await loadedAt(page);
  await answerIndex(page, { changes: 1 });
  await hoverAndClick(page, footerLink(page, '/booking'));
  await expect(page).toHaveURL('/booking');
  await waitForPageLoad(page, start);
  await waitForHydration(page);
});

test('reloads an outdated page when the visitor leaves it through a header button', LONG, async ({ page }) => {
  await openHydrated(page, '/contact');
  const start = await loadedAt(page);
  await answerIndex(page, { changes: 1 });
  await hoverAndClick(page, page.getByRole('banner').getByRole('link', { name: 'Réserver ma session' }));
  await expect(page).toHaveURL('/#cta');
  await waitForPageLoad(page, start);
  await expect(page.locator('#cta').getByRole('heading')).toBeInViewport();
});

test('a release index that arrives too late for one navigation reloads the page at the next one', async ({ page }) => {
  await openHydrated(page, '/contact');
  const start = await loadedAt(page);
  await answerIndex(page, { changes: 1 });
  const answer = await holdRequests(page, INDEX);
  const answered = page.waitForResponse(INDEX);
  await footerLink(page, '/booking').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await loadedAt(page)).toBe(start);
  answer();
  await (await answered).finished();
  await footerLink(page, '/agefice').click();
  await expect(page).toHaveURL('/agefice');
  await waitForPageLoad(page, start);
});

test('navigations do not reload the page when nothing has been activated', async ({ page }) => {
  await openHydrated(page, '/contact');
  const start = await loadedAt(page);
  await answerIndex(page, { changes: 0 });
  const asked = page.waitForRequest(INDEX);
  await footerLink(page, '/booking').click();
  await asked;
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL('/booking');
  expect(await loadedAt(page)).toBe(start);
});

test('a navigation does not wait for the release index', async ({ page }) => {
  await openHydrated(page, '/contact');
  const start = await loadedAt(page);
  await holdRequests(page, INDEX);
  await footerLink(page, '/booking').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL('/booking');
  expect(await loadedAt(page)).toBe(start);
});

for (const [what, answer] of Object.entries({
  'an error': { status: 503, body: 'Please wait.' },
  'a page': { contentType: 'text/html', body: '<!doctype html><title>Maintenance</title>' },
})) {
  test(
    `${what} in place of the release index changes nothing`,
    longUnless(what === 'a page'),
    async ({ page, problems }) => {
      problems.tolerate(/releases\.json/);
      await openHydrated(page, '/contact');
      const start = await loadedAt(page);
      await page.route(INDEX, (route) => route.fulfill(answer));
      await footerLink(page, '/booking').click();
      await expect(page).toHaveURL('/booking');
      expect(await loadedAt(page)).toBe(start);
    },
  );
}

test('a link within the page does not request the release index', async ({ page }) => {
  let isAsked = false;
  await page.route(INDEX, (route) => {
    isAsked = true;
    return route.abort();
  });
  await openHydrated(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Réserver ma session' }).click();
  await expect(page).toHaveURL('/#cta');
  expect(isAsked).toBe(false);
});
