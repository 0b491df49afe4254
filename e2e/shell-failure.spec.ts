import type { Page } from '@playwright/test';
import { consentBanner, footerLink, tamper } from './support/form-states';
import { waitForHydration } from './support/forms';
import { expect, servedText, test } from './support/test';

test.use({ consent: 'unset' });

const MAIN_SCRIPT = '**/r/shell/**/main.js';
const LOST = [/\/r\/shell\//, /Loading chunk/];

/** The message of a page whose shell failed to load. */
const shellMessage = (page: Page) => page.getByRole('alert').filter({ hasText: 'Aucun formulaire ne peut partir' });

test('a page whose shell was tampered with can be read, says that it sends nothing, and leads to a page that works', async ({
  page,
  problems,
}) => {
  problems.tolerate(...LOST);
  // The fault occurs once: the next page must not get a damaged file from the cache.
  await page.route(MAIN_SCRIPT, tamper, { times: 1 });
  const served = await servedText(page, '/contact');
  await page.goto('/contact');
  await expect(shellMessage(page)).toBeInViewport();
  await expect(shellMessage(page).locator('a[href^="mailto:"]')).toBeVisible();
  await expect(consentBanner(page)).toHaveCount(0);
  await expect(page).not.toHaveTitle('Tampered');
  expect(await page.getByRole('main').textContent()).toBe(served);
  await footerLink(page, '/booking').click();
  await waitForHydration(page);
  await expect(page).toHaveURL('/booking');
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
});
