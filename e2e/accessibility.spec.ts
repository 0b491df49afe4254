import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { fillContact, sendContact } from './support/contact';
import { lossOf, takeAway } from './support/faults';
import { openLive } from './support/live';
import { consentBanner, footerLink, notice } from './support/page-parts';
import { PATHS, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './support/routes';
import { DESKTOP, PHONE } from './support/screens';
import { OPEN_STATES } from './support/states';
import { expect, test } from './support/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html }) => html.slice(0, 200)),
  }));
  expect(found).toEqual([]);
}

// What still has to rise into sight is invisible, and axe passes over it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [device, screen] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test.describe(`on a ${device}`, () => {
    test.use(screen);

    for (const path of [...PATHS, UNKNOWN_PATH]) {
      test(`the page ${path}`, async ({ page, problems }) => {
        if (path === UNKNOWN_PATH) problems.expect(...UNKNOWN_PATH_LOGGED);
        await openLive(page, path);
        await expectAccessible(page);
      });
    }

    for (const [name, show] of Object.entries(OPEN_STATES)) {
      test(name, async ({ page }) => {
        await show(page);
        await expectAccessible(page);
      });
    }

    test('a success notice', async ({ page, email }) => {
      await openLive(page, '/contact');
      await fillContact(page, email);
      await sendContact(page);
      const said = notice(page, 'Formulaire envoyé !');
      await expect(page).toHaveURL('/');
      // A notice that has the focus waits.
      await said.getByRole('button', { name: 'Fermer' }).focus();
      await expectAccessible(page);
    });

    test('the card in place of a page, and above one', async ({ page, problems }) => {
      problems.tolerate(...lossOf('booking'), ...lossOf('contact'));
      for (const remote of ['booking', 'contact']) await takeAway(page, remote, (route) => route.abort());
      await page.goto('/booking');
      await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
      await expectAccessible(page);
      await footerLink(page, '/contact').click();
      await expect(page.getByRole('heading', { level: 1, name: 'Réserver vos sessions' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
      await expectAccessible(page);
    });

    test.describe('before any choice', () => {
      test.use({ consent: 'unset' });

      test('the banner of cookies', async ({ page }) => {
        await openLive(page, '/');
        await expect(consentBanner(page)).toBeVisible();
        await expectAccessible(page);
      });
    });
  });
}
