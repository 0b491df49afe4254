import type { Page } from '@playwright/test';
import { dateButton, dayCell, tabToDays, VISITOR } from './support/booking';
import { CONTACT, contactField } from './support/contact';
import { inFrench, parisDay } from './support/days';
import { openHydrated, waitForHydration } from './support/hydration';
import { readInbox } from './support/inbox';
import { expectFocusShown, tabThrough, tabTo } from './support/keyboard';
import { notice } from './support/page-parts';
import { PATHS, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './support/routes';
import { DESKTOP, MOVING } from './support/screens';
import { AGEFICE } from './support/specification';
import { expect, test } from './support/test';
import { longUnless } from './support/tier';

test.use(MOVING);

const NARROW = { viewport: { width: 360, height: 740 } };
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

/** Follows the focused link and waits until the title of the next page has the focus. */
async function follow(page: Page, path: string) {
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path);
  await waitForHydration(page);
  await expect(title(page)).toBeFocused();
}

/** Resolves when the page has stopped scrolling. */
const scrollEnd = (page: Page) =>
  page.evaluate(async () => {
    for (let before = Number.NaN; before !== scrollY; ) {
      before = scrollY;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });

/** The pages with forms, and the longest one. */
const EACH_RUN = ['/', '/booking', '/contact'];

for (const consent of ['rejected', 'unset'] as const) {
  test.describe(`cookies ${consent}`, () => {
    test.use({ consent });

    for (const path of [...PATHS, UNKNOWN_PATH]) {
      test(
        `every Tab stop of ${path} is visible`,
        longUnless(consent === 'rejected' ? EACH_RUN.includes(path) : path === '/booking'),
        async ({ page, problems }) => {
          if (path === UNKNOWN_PATH) problems.expect(...UNKNOWN_PATH_LOGGED);
          await openHydrated(page, path);
          expect(await tabThrough(page)).toBeGreaterThan(5);
        },
      );
    }
  });
}

test('the focus stays visible when Tab is pressed while the page still scrolls to the previous stop', async ({
  page,
}) => {
  await openHydrated(page, '/contact');
  const [atEnd, atStart] = ['En savoir plus sur vos données', 'la procédure de financement'];
  await tabTo(page, link(page, atEnd));
  await page.keyboard.press('Shift+Tab');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.keyboard.press('Tab');
  await expect(link(page, atStart)).toBeFocused();
  await scrollEnd(page);
  await expectFocusShown(page);
});

for (const [size, screen] of Object.entries({ wide: DESKTOP, narrow: NARROW })) {
  test.describe(`in a ${size} window`, () => {
    test.use(screen);

    test(
      'the skip link is the first stop, is visible and skips the header',
      longUnless(size === 'wide'),
      async ({ page }) => {
        await openHydrated(page, '/contact');
        const skip = page.getByRole('link', { name: 'Aller au contenu' });
        await page.keyboard.press('Tab');
        await expect(skip).toBeFocused();
        await expect(skip).toBeInViewport();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
        await expectFocusShown(page);
        await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
      },
    );

    test(
      'a message can be sent by keyboard, from the home page to the notice',
      longUnless(size === 'wide'),
      async ({ page, email }) => {
        await openHydrated(page, '/');
        await tabTo(page, link(page, 'Envoyer un message'));
        await follow(page, '/contact');
        const send = page.getByRole('button', { name: 'Envoyer', exact: true });
        await tabTo(page, send);
        await page.keyboard.press('Space');
        await expect(page.getByRole('group', { name: /À corriger/ })).toBeFocused();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expect(contactField(page, 'Prénom')).toBeFocused();
        await expectFocusShown(page);
        await page.keyboard.type(CONTACT.Prénom);
        for (const [name, value] of Object.entries({
          Nom: CONTACT.Nom,
          'E-mail': email,
          Téléphone: CONTACT.Téléphone,
        })) {
          await tabTo(page, contactField(page, name));
          await page.keyboard.type(value);
        }
        await tabTo(page, page.getByRole('checkbox', { name: AGEFICE }));
        await page.keyboard.press('Space');
        await tabTo(page, send);
        await page.keyboard.press('Enter');
        await expect(notice(page, 'Formulaire envoyé !')).toBeVisible();
        await expect(page).toHaveURL('/');
        await expect(title(page)).toBeFocused();
        expect(await readInbox(email)).toMatchObject([{ name: 'Camille Martin', isAgefice: true }]);
      },
    );

    test(
      'a booking can be sent by keyboard, from the home page to the notice',
      longUnless(size === 'wide'),
      async ({ page, email }) => {
        const [first, second] = [parisDay(2), parisDay(9)];
        await openHydrated(page, '/');
        await tabTo(page, link(page, 'Réserver ma date'));
        await follow(page, '/booking');
        await tabTo(page, dateButton(page));
        await page.keyboard.press('Space');
        await tabToDays(page);
        for (const key of ['ArrowRight', 'ArrowRight', 'Enter', 'ArrowDown', 'Space']) {
          await page.keyboard.press(key);
          await expectFocusShown(page);
        }
        await expect(dayCell(page, second)).toHaveAttribute('aria-selected', 'true');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('gridcell')).toHaveCount(0);
        await expect(dateButton(page)).toBeFocused();
        await expect(dateButton(page)).toHaveText('2 date(s) sélectionnée(s)');
        await tabTo(page, page.getByRole('button', { name: `Retirer le ${inFrench(first)}` }));
        await page.keyboard.press('Enter');
        await expect(dateButton(page)).toHaveText('1 date(s) sélectionnée(s)');
        await expect(page.locator('body')).not.toBeFocused();
        await tabTo(page, page.getByRole('textbox', { name: 'Nom complet' }));
        await page.keyboard.type(VISITOR);
        await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }));
        await page.keyboard.type(email);
        await tabTo(page, page.getByRole('button', { name: 'Envoyer ma réservation' }));
        await page.keyboard.press('Enter');
        await expect(notice(page, 'Réservation envoyée !')).toBeVisible();
        await expect(page).toHaveURL('/');
        await expect(title(page)).toBeFocused();
        expect(await readInbox(email)).toMatchObject([{ name: VISITOR, dates: [second] }]);
      },
    );

    test('the cookie dialog traps the focus and restores it', longUnless(size === 'wide'), async ({ page }) => {
      await openHydrated(page, '/politique-de-cookies');
      const opener = page.getByRole('main').getByRole('button', { name: /préférences/i });
      const dialog = page.getByRole('dialog');
      await tabTo(page, opener);
      for (const way of ['Escape', 'Refuser', 'Accepter']) {
        await test.step(`with « ${way} »`, async () => {
          await page.keyboard.press('Enter');
          await expect(dialog.locator(':focus')).toHaveCount(1);
          if (way === 'Escape') await page.keyboard.press('Escape');
          else {
            await tabTo(page, dialog.getByRole('button', { name: way }));
            await page.keyboard.press('Enter');
          }
          await expect(dialog).toBeHidden();
          await expect(opener).toBeFocused();
        });
      }
    });
  });
}

test('a notice can be closed by keyboard, and the elements under it can be reached', async ({ page }) => {
  await openHydrated(page, '/booking');
  await tabTo(page, page.getByRole('button', { name: 'Envoyer ma réservation' }));
  await page.keyboard.press('Enter');
  const refused = notice(page, 'Veuillez sélectionner au moins une date');
  await expect(refused).toBeVisible();
  await tabTo(page, refused.getByRole('button', { name: 'Fermer' }));
  await page.keyboard.press('Enter');
  await expect(refused).toHaveCount(0);
});
