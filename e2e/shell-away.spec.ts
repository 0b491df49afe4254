import type { Page } from '@playwright/test';
import { FAULTS } from './support/faults';
import { holdBack } from './support/hold-back';
import { openHydrated, waitForHydration } from './support/hydration';
import { consentBanner, footerLink } from './support/page-parts';
import { expect, test } from './support/test';
import { servedText } from './support/without-scripts';

test.use({ consent: 'unset' });

const MAIN_SCRIPT = '**/r/shell/**/main.js';
const LOST = [/\/r\/shell\//, /Loading chunk/];

/** The message of a page whose shell failed to load. */
const line = (page: Page) => page.getByRole('alert').filter({ hasText: 'Aucun formulaire ne peut partir' });

async function expectStaticPage(page: Page, path: string) {
  const served = await servedText(page, path);
  await expect(line(page)).toBeVisible();
  await expect(line(page)).toBeInViewport();
  await expect(line(page).locator('a[href^="mailto:"]')).toBeVisible();
  await expect(consentBanner(page)).toHaveCount(0);
  expect(await page.getByRole('main').textContent()).toBe(served);
}

for (const [fault, answer] of Object.entries(FAULTS).filter(([name]) => name !== 'never answers')) {
  test(`the shell's script ${fault}: the page shows a message, and its links work`, async ({ page, problems }) => {
    problems.tolerate(...LOST);
    // Once: a damaged file must not stay in the browser's cache.
    await page.route(MAIN_SCRIPT, answer, { times: 1 });
    await page.goto('/contact');
    await expectStaticPage(page, '/contact');
    await footerLink(page, '/booking').click();
    await waitForHydration(page);
    await expect(page).toHaveURL('/booking');
    await expect(line(page)).toHaveCount(0);
    await expect(consentBanner(page)).toBeVisible();
  });
}

test('the message appears after ten seconds without the script, and disappears when it arrives', async ({ page }) => {
  await page.clock.install();
  const release = await holdBack(page, MAIN_SCRIPT);
  await page.goto('/contact', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.clock.fastForward(9000);
  await expect(line(page)).toHaveCount(0);
  await expect(consentBanner(page)).toBeVisible();
  await page.clock.fastForward(1500);
  await expectStaticPage(page, '/contact');
  release();
  await expect(line(page)).toHaveCount(0);
  await expect(consentBanner(page)).toBeVisible();
});

test('« Recharger la page » reloads the current page', async ({ page, problems }) => {
  problems.tolerate(...LOST);
  await page.route(MAIN_SCRIPT, (route) => route.abort());
  await page.goto('/?de=lettre#cta');
  await expect(line(page)).toBeVisible();
  await page.unroute(MAIN_SCRIPT);
  await line(page).getByRole('link', { name: 'Recharger la page' }).click();
  await waitForHydration(page);
  await expect(page).toHaveURL('/?de=lettre');
  await expect(line(page)).toHaveCount(0);
});

test('a page whose shell runs shows no message', async ({ page }) => {
  await page.clock.install();
  await openHydrated(page, '/contact');
  await page.clock.fastForward(20_000);
  await expect(line(page)).toHaveCount(0);
  await expect(consentBanner(page)).toBeVisible();
});
