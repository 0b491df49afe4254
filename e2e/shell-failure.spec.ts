import type { Page } from '@playwright/test';
import { FAULTS } from './support/faults';
import { holdRequests } from './support/hold-requests';
import { openHydrated, waitForHydration } from './support/hydration';
import { consentBanner, footerLink } from './support/page-parts';
import { expect, test } from './support/test';
import { longUnless } from './support/tier';
import { servedText } from './support/without-scripts';

test.use({ consent: 'unset' });

const MAIN_SCRIPT = '**/r/shell/**/main.js';
const LOST = [/\/r\/shell\//, /Loading chunk/];

/** The message of a page whose shell failed to load. */
const shellMessage = (page: Page) => page.getByRole('alert').filter({ hasText: 'Aucun formulaire ne peut partir' });

async function expectStaticPage(page: Page, path: string) {
  const served = await servedText(page, path);
  await expect(shellMessage(page)).toBeVisible();
  await expect(shellMessage(page)).toBeInViewport();
  await expect(shellMessage(page).locator('a[href^="mailto:"]')).toBeVisible();
  await expect(consentBanner(page)).toHaveCount(0);
  expect(await page.getByRole('main').textContent()).toBe(served);
}

const EACH_RUN = ['cannot be reached', 'has been tampered with'];

for (const [fault, answer] of Object.entries(FAULTS).filter(([name]) => name !== 'never answers')) {
  test(
    `a page shows a message and its links work when the shell's script ${fault}`,
    longUnless(EACH_RUN.includes(fault)),
    async ({ page, problems }) => {
      problems.tolerate(...LOST);
      // The fault occurs once: the next page must not get a damaged file from the cache.
      await page.route(MAIN_SCRIPT, answer, { times: 1 });
      await page.goto('/contact');
      await expectStaticPage(page, '/contact');
      await footerLink(page, '/booking').click();
      await waitForHydration(page);
      await expect(page).toHaveURL('/booking');
      await expect(shellMessage(page)).toHaveCount(0);
      await expect(consentBanner(page)).toBeVisible();
    },
  );
}

test('the message appears after ten seconds without the shell, and disappears when the shell arrives', async ({
  page,
}) => {
  await page.clock.install();
  const release = await holdRequests(page, MAIN_SCRIPT);
  await page.goto('/contact', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  // The page's clock goes on between the steps: a busy machine needs seconds for them.
  await page.clock.fastForward(5000);
  await expect(shellMessage(page)).toHaveCount(0);
  await expect(consentBanner(page)).toBeVisible();
  await page.clock.fastForward(5000);
  await expectStaticPage(page, '/contact');
  release();
  await expect(shellMessage(page)).toHaveCount(0);
  await expect(consentBanner(page)).toBeVisible();
});

test('« Recharger la page » reloads the current page', async ({ page, problems }) => {
  problems.tolerate(...LOST);
  await page.route(MAIN_SCRIPT, (route) => route.abort());
  await page.goto('/?de=lettre#cta');
  await expect(shellMessage(page)).toBeVisible();
  await page.unroute(MAIN_SCRIPT);
  await shellMessage(page).getByRole('link', { name: 'Recharger la page' }).click();
  await waitForHydration(page);
  await expect(page).toHaveURL('/?de=lettre');
  await expect(shellMessage(page)).toHaveCount(0);
});

test('a page whose shell runs shows no message', async ({ page }) => {
  await page.clock.install();
  await openHydrated(page, '/contact');
  await page.clock.fastForward(20_000);
  await expect(shellMessage(page)).toHaveCount(0);
  await expect(consentBanner(page)).toBeVisible();
});
