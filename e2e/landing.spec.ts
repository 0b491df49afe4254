import type { Locator, Page } from '@playwright/test';
import { scrollY } from './support/form-states';
import { openHydrated, waitForHydration } from './support/forms';
import { MOVING } from './support/screens';
import { expect, test } from './support/test';

test.use(MOVING);

const headerLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Réserver ma session' });
const callToAction = (page: Page) => page.locator('#cta');

const opacity = (part: Locator) =>
  part.evaluate((element) => {
    let least = 1;
    for (let at: Element | null = element; at; at = at.parentElement) {
      least = Math.min(least, Number(getComputedStyle(at).opacity));
    }
    return least;
  });

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

async function expectTopOf(page: Page, address: string) {
  await expect(page).toHaveURL(address);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect.poll(() => scrollY(page)).toBe(0);
}

test('a deep link to the call to action shows it below the header', async ({ page }) => {
  await openHydrated(page, '/#cta');
  await expectBelowHeader(callToAction(page));
});

test('links of the home page and the header scroll to their section, or lead to the top of a page', async ({
  page,
}) => {
  await openHydrated(page, '/');
  const main = page.getByRole('main');
  await test.step('a section rises when it is scrolled into view', async () => {
    const title = page.locator('#features').getByRole('heading', { level: 2 });
    await page.evaluate(() => window.scrollTo({ top: 10, behavior: 'instant' }));
    await expect.poll(() => opacity(title)).toBe(0);
    await title.scrollIntoViewIfNeeded();
    await expect.poll(() => opacity(title)).toBe(1);
  });
  await test.step('links within the page', async () => {
    await headerLink(page).click();
    await expectBelowHeader(callToAction(page));
    await main.getByRole('link', { name: 'Découvrir le programme' }).click();
    await expectBelowHeader(page.locator('#features'));
    await headerLink(page).click();
    await expectBelowHeader(callToAction(page));
  });
  await test.step('« VOIR LES ÉTAPES » and « Nous contacter » lead to the top of their pages', async () => {
    await main.getByRole('link', { name: 'VOIR LES ÉTAPES' }).click();
    await expectTopOf(page, '/agefice');
    await main.getByRole('link', { name: 'Nous contacter' }).click();
    await expectTopOf(page, '/contact?financement=agefice');
  });
  await test.step('the header leads from another page to the call to action, which has the focus', async () => {
    await headerLink(page).click();
    await expect(page).toHaveURL('/#cta');
    await expectBelowHeader(callToAction(page));
    await expect(callToAction(page)).toBeFocused();
  });
});
