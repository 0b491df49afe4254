import type { Page } from '@playwright/test';
import { VISITOR } from './support/booking';
import { CONTACT, contactField, fillContact, sendContact } from './support/contact';
import { breakRendering, failRemote, logsOfFailedLoad, REMOTE_FAULTS, restoreRemote } from './support/faults';
import { openHydrated, waitForHydration } from './support/hydration';
import { footerLink, notice } from './support/page-parts';
import { expect, test } from './support/test';
import { longUnless } from './support/tier';
import { servedText } from './support/without-scripts';

/** A page of each remote, and a page of another remote that links to it. */
const REMOTES = {
  landing: { path: '/', from: '/contact' },
  booking: { path: '/booking', from: '/contact' },
  contact: { path: '/contact', from: '/agefice' },
  legal: { path: '/agefice', from: '/contact' },
};

const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Réessayer' });
/** The innermost element around the retry button that also has a telephone link. */
const card = (page: Page) => retry(page).locator('xpath=ancestor::*[.//a[starts-with(@href, "tel:+33")]][1]');
const linkTo = (page: Page, path: string) =>
  path === '/' ? page.getByRole('banner').getByRole('link', { name: /^Accueil/ }) : footerLink(page, path);

async function expectCard(page: Page) {
  // A script without an answer times out after four seconds.
  await expect(retry(page)).toBeVisible({ timeout: 8000 });
  await expect(card(page).getByRole('heading', { level: 1 })).toHaveCount(0);
  await expect(card(page).locator('a[href^="tel:"]')).toBeVisible();
  await expect(card(page).locator('a[href^="mailto:"]')).toBeVisible();
  await expect(page).not.toHaveTitle('Tampered');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
}

/** The same code loads all remotes: each run has one fault of each remote, and of booking by a link the EACH_RUN. */
const EACH_RUN = ['cannot be reached', 'never answers', 'has chunks that were tampered with'];
const isUnreachable = (fault: string) => fault === 'cannot be reached';
const isBooking = (remote: string) => remote === 'booking';

for (const [remote, { path, from }] of Object.entries(REMOTES)) {
  for (const [fault, answer] of Object.entries(REMOTE_FAULTS)) {
    test(
      `a page of ${remote} that is opened directly stays readable when the remote ${fault}`,
      longUnless(isUnreachable(fault)),
      async ({ page, problems }) => {
        problems.tolerate(...logsOfFailedLoad(remote));
        const served = await servedText(page, path);
        await failRemote(page, { remote }, answer);
        await page.goto(path);
        await expectCard(page);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        expect(await page.getByRole('main').textContent()).toContain(served);

        await linkTo(page, from).click();
        await waitForHydration(page);
        await expect(page).toHaveURL(from);
        await expect(retry(page)).toHaveCount(0);
      },
    );

    test(
      `a link to ${remote} shows an error card until a retry succeeds when the remote ${fault}`,
      longUnless(isBooking(remote) && EACH_RUN.includes(fault)),
      async ({ page, problems }) => {
        problems.tolerate(...logsOfFailedLoad(remote));
        // Before the page is opened: links on screen are prefetched.
        await failRemote(page, { remote }, answer);
        await openHydrated(page, from);
        await linkTo(page, path).click();
        await expectCard(page);
        await restoreRemote(page);
        await retry(page).click();
        await waitForHydration(page);
        await expect(page).toHaveURL(path);
        await expect(retry(page)).toHaveCount(0);
      },
    );
  }
}

const THROWN = [/broken/, /threw on render/];

for (const [remote, { path, from }] of Object.entries(REMOTES)) {
  test(
    `a page of ${remote} that is opened directly stays readable when the remote throws on render`,
    longUnless(isBooking(remote)),
    async ({ page, problems }) => {
      problems.expect(...THROWN);
      problems.tolerate(/could not be hydrated as it is/);
      const served = await servedText(page, path);
      await breakRendering(page, remote);
      await page.goto(path);
      await expectCard(page);
      expect(await page.getByRole('main').textContent()).toContain(served);
      await linkTo(page, from).click();
      await waitForHydration(page);
      await expect(page).toHaveURL(from);
      await expect(retry(page)).toHaveCount(0);
    },
  );

  test(
    `a link to ${remote} shows an error card when the remote throws on render`,
    longUnless(isBooking(remote)),
    async ({ page, problems }) => {
      problems.expect(...THROWN);
      await breakRendering(page, remote);
      await openHydrated(page, from);
      await linkTo(page, path).click();
      await expectCard(page);
      await linkTo(page, from).click();
      await expect(retry(page)).toHaveCount(0);
      await waitForHydration(page);
    },
  );
}

for (const [remote, { path }] of Object.entries(REMOTES)) {
  test(
    `a retry loads ${remote} in a page that was opened directly`,
    longUnless(isBooking(remote)),
    async ({ page, problems }) => {
      problems.tolerate(...logsOfFailedLoad(remote));
      const served = await servedText(page, path);
      await failRemote(page, { remote }, (route) => route.abort());
      await page.goto(path);
      await expectCard(page);
      await restoreRemote(page);
      await retry(page).click();
      await expect(retry(page)).toHaveCount(0);
      await waitForHydration(page);
      if (remote !== 'legal') expect(await page.getByRole('main').textContent()).toBe(served);
    },
  );
}

const FORMS = [
  { remote: 'booking', path: '/booking', field: 'Nom complet', value: VISITOR },
  { remote: 'contact', path: '/contact', field: 'Nom', value: CONTACT.Nom },
];
for (const { remote, path, field, value } of FORMS) {
  test(`the form of ${remote} sends nothing without its code, and keeps typed values until a retry succeeds`, async ({
    page,
    problems,
  }) => {
    problems.tolerate(...logsOfFailedLoad(remote));
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The load failure and the page that is live at last are reported; no value of the form is.
      const isReport = ['/rest/v1/incidents', '/rest/v1/live_pages'].includes(pathname);
      if (pathname.startsWith('/rest/v1/') && !isReport) requests.push(request.url());
    });
    await failRemote(page, { remote }, (route) => route.abort());
    await page.goto(path);
    await expectCard(page);
    await contactField(page, field).fill(value);
    await contactField(page, field).press('Enter');
    await expect(page.getByRole('button', { name: /^Envoyer/ })).toBeDisabled();
    await expect(page).toHaveURL(path);
    expect(requests).toEqual([]);
    await restoreRemote(page);
    await retry(page).click();
    await waitForHydration(page);
    await expect(page.getByRole('button', { name: /^Envoyer/ })).toBeEnabled();
    await expect(contactField(page, field)).toHaveValue(value);
  });
}

test('the form of one remote is sent and its notice shown while other remotes fail to load', async ({
  page,
  email,
  problems,
}) => {
  problems.tolerate(...logsOfFailedLoad('booking'), ...logsOfFailedLoad('landing'));
  for (const remote of ['booking', 'landing']) await failRemote(page, { remote }, (route) => route.abort());
  await page.goto('/booking');
  await expectCard(page);
  await footerLink(page, '/contact').click();
  await fillContact(page, email);
  await sendContact(page);
  await expect(notice(page, 'Formulaire envoyé !')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expectCard(page);
  await expect(notice(page, 'Formulaire envoyé !')).toBeVisible();
});
