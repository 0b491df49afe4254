import type { Page } from '@playwright/test';
import { notice } from './support/form-states';
import { CONTACT, contactField, openHydrated, waitForHydration } from './support/forms';
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
  await expect(contactField(page, 'Votre message')).toHaveCSS('min-height', '120px');
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
