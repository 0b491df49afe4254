import type { Locator, Page } from '@playwright/test';
import { openHydrated, waitForHydration } from './support/hydration';
import { scrollY } from './support/page-parts';
import { MOVING } from './support/screens';
import { AGEFICE } from './support/specification';
import { expect, test } from './support/test';
import { longUnless } from './support/tier';

test.use(MOVING);

const headerLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Réserver ma session' });
const callToAction = (page: Page) => page.locator('#cta');

/** Distance between the fixed header and a section, or the distance left to scroll if it is smaller. */
const distanceToHeader = (section: Locator) =>
  section.evaluate((part) => {
    const headerBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN;
    const leftToScroll = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
    return Math.min(part.getBoundingClientRect().top - headerBottom, leftToScroll);
  });

async function expectBelowHeader(section: Locator) {
  await expect.poll(async () => Math.abs(await distanceToHeader(section))).toBeLessThan(40);
  await expect(section.getByRole('heading', { level: 2 })).toBeInViewport();
}

const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);

test('the header’s button scrolls to the call to action of the home page', async ({ page }) => {
  await openHydrated(page, '/');
  await headerLink(page).click();
  await expectBelowHeader(callToAction(page));
  await scrollTo(page, 0);
  await headerLink(page).click();
  await expectBelowHeader(callToAction(page));
});

test('the hero links to the call to action and to the programme', async ({ page }) => {
  await openHydrated(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'Réserver ma session' }).click();
  await expectBelowHeader(callToAction(page));
  await page.getByRole('main').getByRole('link', { name: 'Découvrir le programme' }).click();
  await expectBelowHeader(page.locator('#features'));
});

test('the header’s button leads from another page to the call to action', async ({ page }) => {
  await openHydrated(page, '/contact');
  await headerLink(page).click();
  await expect(page).toHaveURL('/#cta');
  await expectBelowHeader(callToAction(page));
  await expect(callToAction(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(callToAction(page).getByRole('link', { name: 'Réserver ma date' })).toBeFocused();
});

const WAYS = [
  { name: 'Réserver ma date', path: '/booking' },
  { name: 'Envoyer un message', path: '/contact' },
  { name: 'Voir la procédure détaillée', path: '/agefice' },
];

test('a deep link to the call to action shows it below the header, and each of its links leads to the top of a page', async ({
  page,
}) => {
  for (const { name, path } of WAYS) {
    await openHydrated(page, '/#cta');
    await expectBelowHeader(callToAction(page));
    await test.step(`« ${name} » leads to the top of ${path}`, async () => {
      await callToAction(page).getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      await expect.poll(() => scrollY(page)).toBe(0);
    });
  }
});

async function expectHeaderTranslucentBeyondTenPixels(page: Page) {
  const header = page.getByRole('banner');
  await expect(header).not.toHaveAttribute('data-scrolled');
  await expect(header).toHaveCSS('box-shadow', 'none');
  await scrollTo(page, 10);
  await expect.poll(() => scrollY(page)).toBe(10);
  await expect(header).not.toHaveAttribute('data-scrolled');
  await scrollTo(page, 11);
  await expect(header).toHaveAttribute('data-scrolled');
  await expect(header).not.toHaveCSS('box-shadow', 'none');
  await scrollTo(page, 0);
  await expect(header).not.toHaveAttribute('data-scrolled');
}

const opacity = (part: Locator) =>
  part.evaluate((element) => {
    let least = 1;
    for (let at: Element | null = element; at; at = at.parentElement)
      least = Math.min(least, Number(getComputedStyle(at).opacity));
    return least;
  });

test('a line separates the header from the page with forced colours, which paint no shadow', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openHydrated(page, '/');
  await expect(page.getByRole('banner')).toHaveCSS('border-bottom', /^1px solid/);
});

async function expectSectionsToRise(page: Page) {
  const title = page.locator('#features').getByRole('heading', { level: 2 });
  await scrollTo(page, 10);
  await expect.poll(() => opacity(title)).toBe(0);
  await title.scrollIntoViewIfNeeded();
  await expect.poll(() => opacity(title)).toBe(1);
}

test('the header and the sections of the home page react to scrolling', async ({ page }) => {
  await openHydrated(page, '/');
  await test.step('the header is translucent once the page has scrolled by more than ten pixels', () =>
    expectHeaderTranslucentBeyondTenPixels(page));
  await test.step('sections rise when they are scrolled into view', () => expectSectionsToRise(page));
});

test('a full-page screenshot shows every section', async ({ page }) => {
  await openHydrated(page, '/');
  await page.screenshot({ fullPage: true });
  for (const title of await page.getByRole('heading', { level: 2 }).all()) expect(await opacity(title)).toBe(1);
});

test('the home icon links home, and is missing on the home page', async ({ page }) => {
  await openHydrated(page, '/agefice');
  const home = page.getByRole('banner').getByRole('link', { name: /^Accueil/ });
  await home.click();
  await expect(page).toHaveURL('/');
  await expect(home).toHaveCount(0);
});

const BACK_LINKS = [
  { from: '/booking', to: '/', name: "Retour à l'accueil" },
  { from: '/contact', to: '/', name: "Retour à l'accueil" },
  { from: '/mentions-legales', to: '/', name: /accueil/i },
  { from: '/politique-de-cookies', to: '/mentions-legales', name: /mentions légales/i },
];
for (const { from, to, name } of BACK_LINKS) {
  test(`the back link of ${from} leads to ${to}`, longUnless(from === '/politique-de-cookies'), async ({ page }) => {
    await openHydrated(page, from);
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await expect(page).toHaveURL(to);
    await waitForHydration(page);
  });
}

test('the guide, the booking page and the legal notice have working links', async ({ page }) => {
  await openHydrated(page, '/agefice');
  await page.getByRole('link', { name: 'Nous contacter' }).click();
  await expect(page).toHaveURL('/contact?financement=agefice');
  await expect(page.getByRole('checkbox', { name: AGEFICE })).toBeChecked();
  await openHydrated(page, '/booking');
  await page.getByRole('link', { name: 'Contacter le support' }).click();
  await expect(page).toHaveURL('/contact');
  await openHydrated(page, '/mentions-legales');
  await page.getByRole('main').locator('a[href="/politique-de-cookies"]').click();
  await expect(page).toHaveURL('/politique-de-cookies');
});
