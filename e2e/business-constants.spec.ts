import type { Locator, Page } from '@playwright/test';
import { dateButton, prepareBooking, sendBooking } from './support/booking';
import { contactField } from './support/contact';
import { parisDay } from './support/days';
import { openHydrated } from './support/hydration';
import { notice, scrollY } from './support/page-parts';
import { MOVING } from './support/screens';
import { PLANS } from './support/specification';
import { expect, test } from './support/test';

test.use(MOVING);

async function expectRows(part: Locator, rows: readonly string[]) {
  for (const row of rows) {
    const pattern = new RegExp(`(?<![\\d\\p{L}])${row.replaceAll(' ', '\\s')}`, 'iu');
    await expect(part).toContainText(pattern, { useInnerText: true });
  }
}

/** The innermost element with a plan's price and its button. */
const plan = (page: Page, price: RegExp, button: RegExp) =>
  page
    .locator('main div')
    .filter({ hasText: price, has: page.getByRole('link', { name: button }) })
    .last();

test('the home page shows the prices and conditions of both plans', async ({ page }) => {
  await openHydrated(page, '/');
  await test.step('the standard plan shows its price and conditions', () =>
    expectRows(plan(page, /199\s€.*remboursé/, /date/i), PLANS.standard));
  await test.step('the funded plan shows its price and conditions', () =>
    expectRows(plan(page, /320\s€.*complet/, /^VOIR LES ÉTAPES$/), PLANS.funded));
  await test.step('the home page sums up the duration, the automations and the price', () =>
    expectRows(page.getByRole('main'), PLANS.summary));
});

test('« VOIR LES ÉTAPES » ends at the top of the funding guide, and scrolls there 100 ms after the click', async ({
  page,
}) => {
  await openHydrated(page, '/');
  await page.evaluate(() => {
    const scrolledAt: number[] = [];
    const scrollTo = window.scrollTo.bind(window);
    Object.assign(window, {
      scrolledAt,
      scrollTo: (...args: Parameters<typeof scrollTo>) => {
        scrolledAt.push(performance.now());
        scrollTo(...args);
      },
    });
    document.addEventListener('click', () => Object.assign(window, { pressedAt: performance.now() }), true);
  });
  await page.getByRole('link', { name: 'VOIR LES ÉTAPES' }).click();
  await expect(page).toHaveURL('/agefice');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demande de prise en charge – Étapes à suivre');
  await expect.poll(() => page.evaluate('scrolledAt.some((at) => at - pressedAt >= 99)')).toBe(true);
  await expect.poll(() => scrollY(page)).toBe(0);
});

test('the message field is at least 120 px high', async ({ page }) => {
  await openHydrated(page, '/contact');
  await expect(contactField(page, 'Votre message')).toHaveCSS('min-height', '120px');
});

test('dates are sent as yyyy-MM-dd', async ({ page, email }) => {
  const days = [parisDay(8), parisDay(15)];
  await openHydrated(page, '/booking');
  await prepareBooking(page, email, days);
  const request = page.waitForRequest('**/rest/v1/reservation_dates*');
  await sendBooking(page);
  const rows = (await request).postDataJSON() as { date: string }[];
  expect(rows.map(({ date }) => date)).toEqual(days);
  for (const date of days) expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  await expect(notice(page, 'Réservation envoyée !')).toBeVisible();
});

test('the calendar is in French and starts on Monday', async ({ page }) => {
  await openHydrated(page, '/booking');
  await dateButton(page).click();
  const days = page.getByRole('columnheader');
  await expect(days.first()).toContainText(/lundi/i);
  await expect(days.last()).toContainText(/dimanche/i);
  const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'Europe/Paris' });
  await expect(page.getByRole('heading', { name: month.format(new Date()) })).toBeVisible();
});

test('the progress of the funding guide is 0 of 100', async ({ page }) => {
  await openHydrated(page, '/agefice');
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '0');
  await expect(page.getByRole('progressbar')).toHaveAttribute('max', '100');
  await expect(page.getByRole('progressbar')).toHaveAccessibleName(/\S/);
});

test('a section rises once a tenth of it is visible', async ({ page }) => {
  await page.addInitScript(() => {
    const Observer = window.IntersectionObserver;
    const thresholds: number[] = [];
    window.IntersectionObserver = class extends Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options);
        // The observer that prefetches links has no threshold.
        if (options?.threshold) thresholds.push(Math.max(...[options.threshold].flat()));
      }
    };
    Object.assign(window, { thresholds });
  });
  await openHydrated(page, '/');
  await page.mouse.wheel(0, 10);
  await expect.poll(() => page.evaluate('[...new Set(thresholds)]')).toEqual([0.1]);
});
