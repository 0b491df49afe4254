import type { Page } from '@playwright/test';
import { failRemote, footerLink, logsOfFailedLoad, notice, restoreRemote, tamper } from './support/form-states';
import { fillContact, openHydrated, sendContact, VISITOR, waitForHydration } from './support/forms';
import { expect, servedText, test } from './support/test';

const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Réessayer' });

async function expectFailure(page: Page) {
  await expect(retry(page)).toBeVisible();
  await expect(page.getByRole('main').locator('a[href^="tel:+33"]').first()).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
}

test('a form without its code can be read, sends nothing, and keeps what is typed until a retry succeeds', async ({
  page,
  problems,
}) => {
  problems.tolerate(...logsOfFailedLoad('booking'));
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The load failure and the page that is live at last are reported; no value of the form is.
    const isReport = ['/rest/v1/incidents', '/rest/v1/live_pages'].includes(pathname);
    if (pathname.startsWith('/rest/v1/') && !isReport) requests.push(request.url());
  });
  const served = await servedText(page, '/booking');
  await failRemote(page, { remote: 'booking' }, (route) => route.abort());
  await page.goto('/booking');
  await expectFailure(page);
  expect(await page.getByRole('main').textContent()).toContain(served);
  const name = page.getByRole('textbox', { name: 'Nom complet' });
  const send = page.getByRole('button', { name: /^Envoyer/ });
  await name.fill(VISITOR);
  await name.press('Enter');
  await expect(send).toBeDisabled();
  await expect(page).toHaveURL('/booking');
  expect(requests).toEqual([]);

  await restoreRemote(page);
  await retry(page).click();
  await waitForHydration(page);
  await expect(send).toBeEnabled();
  await expect(name).toHaveValue(VISITOR);
  expect(await page.getByRole('main').textContent()).toBe(served);
});

test('a link to booking runs no code that was tampered with, and works after a retry', async ({ page, problems }) => {
  problems.expect(/Failed to find a valid digest/);
  problems.tolerate(...logsOfFailedLoad('booking'));
  // Before the page is opened: links on screen are prefetched.
  await page.route('**/r/booking/*/booking-page.*.js*', tamper);
  await openHydrated(page, '/contact');
  await footerLink(page, '/booking').click();
  await expectFailure(page);
  await expect(page).not.toHaveTitle('Tampered');
  await restoreRemote(page);
  await retry(page).click();
  await waitForHydration(page);
  await expect(page).toHaveURL('/booking');
  await expect(retry(page)).toHaveCount(0);
});

test('the form of one remote is sent and its notice shown while other remotes fail to load', async ({
  page,
  email,
  problems,
}) => {
  problems.tolerate(...logsOfFailedLoad('booking'), ...logsOfFailedLoad('landing'));
  for (const remote of ['booking', 'landing']) await failRemote(page, { remote }, (route) => route.abort());
  await page.goto('/booking');
  await expectFailure(page);
  await footerLink(page, '/contact').click();
  await fillContact(page, email);
  await sendContact(page);
  await expect(notice(page, 'Formulaire envoyé !')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expectFailure(page);
});
