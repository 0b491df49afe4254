import type { Page } from '@playwright/test';
import { notice } from './support/form-states';
import {
  CONTACT,
  contactField,
  dateButton,
  dayCell,
  inFrench,
  openHydrated,
  parisDay,
  SEND,
  tabToDays,
  VISITOR,
  waitForHydration,
} from './support/forms';
import { expectFocusShown, tabTo } from './support/keyboard';
import { readInbox } from './support/received';
import { MOVING } from './support/screens';
import { AGEFICE, NOTICES } from './support/specification';
import { expect, test } from './support/test';

test.use(MOVING);

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

async function expectHome(page: Page) {
  await expect(page).toHaveURL('/');
  await expect(title(page)).toBeFocused();
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

test('a message can be sent by keyboard, from the skip link of the home page to the notice', async ({
  page,
  email,
}) => {
  await openHydrated(page, '/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Aller au contenu' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expectFocusShown(page);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
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
  for (const [name, value] of Object.entries({ Nom: CONTACT.Nom, 'E-mail': email, Téléphone: CONTACT.Téléphone })) {
    await tabTo(page, contactField(page, name));
    await page.keyboard.type(value);
  }
  await tabTo(page, page.getByRole('checkbox', { name: AGEFICE }));
  await page.keyboard.press('Space');
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await expect(notice(page, NOTICES.contactSent)).toBeVisible();
  await expectHome(page);
  expect(await readInbox(email)).toMatchObject([{ name: 'Camille Martin', message: null, isAgefice: true }]);
});

test('a booking can be sent by keyboard, from the home page past a closed notice', async ({ page, email }) => {
  const [first, second] = [parisDay(2), parisDay(9)];
  await openHydrated(page, '/');
  await tabTo(page, link(page, 'Réserver ma date'));
  await follow(page, '/booking');
  const send = page.getByRole('button', { name: SEND });
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: /À corriger/ })).toBeFocused();
  const refused = notice(page, NOTICES.noDate[1]);
  await tabTo(page, refused.getByRole('button', { name: 'Fermer' }));
  await page.keyboard.press('Enter');
  await expect(refused).toHaveCount(0);
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
  await tabTo(page, page.getByRole('button', { name: `Retirer le ${inFrench(first)}` }));
  await page.keyboard.press('Enter');
  await expect(dateButton(page)).toHaveText('1 date(s) sélectionnée(s)');
  await expect(page.locator('body')).not.toBeFocused();
  await tabTo(page, page.getByRole('textbox', { name: 'Nom complet' }));
  await page.keyboard.type(VISITOR);
  await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }));
  await page.keyboard.type(email);
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await expect(notice(page, NOTICES.bookingSent)).toBeVisible();
  await expectHome(page);
  expect(await readInbox(email)).toMatchObject([{ name: VISITOR, dates: [second] }]);
});
