import type { Page } from '@playwright/test';
import { holdRequests } from './support/hold-requests';
import { openHydrated, waitForHydration } from './support/hydration';
import { consentBanner, footerLink } from './support/page-parts';
import { PATHS } from './support/routes';
import { DESKTOP, MOVING, PHONE } from './support/screens';
import { expect, test } from './support/test';
import { LONG, longUnless } from './support/tier';

test.use(MOVING);

test.use({ consent: 'unset' });

const CHOICES = [
  { button: 'Accepter', stored: 'accepted', status: /accepté/i },
  { button: 'Refuser', stored: 'rejected', status: /refusé/i },
] as const;

/** Everything that the site stores in the browser. */
const storage = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }));

const onlyChoice = (choice: string) => ({
  local: { 'cookie-consent': choice, 'cookie-consent-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  session: {},
  cookies: '',
  databases: [],
  caches: [],
});

/** Logs a console error when the banner is visible, even for one frame. */
async function reportBanner(page: Page) {
  await page.addInitScript(() => {
    const look = () => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Accepter');
      if (button?.checkVisibility()) console.error('The banner was seen');
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Reloads the page and delays its scripts. */
async function reloadSlowly(page: Page) {
  await reportBanner(page);
  const release = await holdRequests(page, '**/r/**/*.js');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  release();
  await waitForHydration(page);
}

/** Stores a choice, as if it had been made on an earlier visit. */
async function rememberChoice(page: Page, change: (date: Date) => void) {
  const chosenAt = new Date();
  change(chosenAt);
  await page.evaluate((at) => {
    localStorage.setItem('cookie-consent', 'accepted');
    localStorage.setItem('cookie-consent-at', at);
  }, chosenAt.toISOString());
}

for (const { button, stored, status } of CHOICES) {
  test(`${button} is stored as ${stored}, and the banner stays hidden`, async ({ page }) => {
    await openHydrated(page, '/booking');
    await consentBanner(page).getByRole('button', { name: button }).click();
    await expect(consentBanner(page)).toHaveCount(0);
    expect(await storage(page)).toEqual(onlyChoice(stored));
    await reloadSlowly(page);
    await footerLink(page, '/politique-de-cookies').click();
    await expect(page).toHaveURL('/politique-de-cookies');
    await expect(page.getByRole('main').getByRole('status')).toHaveText(status);
    await expect(consentBanner(page)).toHaveCount(0);
  });

  test(
    `Personnaliser leads to the cookie policy, where ${button} can be chosen`,
    longUnless(button === 'Refuser'),
    async ({ page }) => {
      await openHydrated(page, '/');
      await consentBanner(page).getByRole('link', { name: 'Personnaliser' }).click();
      await expect(page).toHaveURL('/politique-de-cookies');
      await expect(page.getByRole('main').getByRole('status')).toHaveText(/pas encore/i);
      await page
        .getByRole('main')
        .getByRole('button', { name: /préférences/i })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Préférences de Cookies' });
      await dialog.getByRole('button', { name: button }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('main').getByRole('status')).toHaveText(status);
      await expect(consentBanner(page)).toHaveCount(0);
      expect(await storage(page)).toEqual(onlyChoice(stored));
    },
  );
}

test('a choice about cookies can be changed later, and a closed dialog changes nothing', async ({ page }) => {
  await openHydrated(page, '/politique-de-cookies');
  await consentBanner(page).getByRole('button', { name: 'Accepter' }).click();
  const open = page.getByRole('main').getByRole('button', { name: /préférences/i });
  await open.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/accepté/i);
  await expect(open).toBeFocused();
  await open.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refuser' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/refusé/i);
  expect(await storage(page)).toEqual(onlyChoice('rejected'));
});

/** Whether the largest contentful paint so far is in the banner. */
const isLargestInBanner = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const report = (list: PerformanceObserverEntryList) => {
          const largest = list.getEntries().at(-1) as PerformanceEntry & { element: Element | null };
          const banner = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Accepter');
          resolve(banner?.closest('section')?.contains(largest.element) ?? true);
        };
        new PerformanceObserver(report).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );

for (const [device, screen] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test.describe(`on a ${device}`, () => {
    test.use(screen);

    test(
      'the banner is shown on every page, fits it, stores nothing by itself and is never the largest paint',
      longUnless(device === 'phone'),
      async ({ page }) => {
        for (const path of PATHS) {
          await test.step(path, async () => {
            await openHydrated(page, path);
            expect.soft(await isLargestInBanner(page)).toBe(false);
            expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(screen.viewport.width);
            const banner = consentBanner(page);
            for (const name of ['Refuser', 'Accepter']) {
              await expect(banner.getByRole('button', { name })).toBeInViewport();
            }
            expect((await storage(page)).local).toEqual({});
          });
        }
      },
    );
  });
}

/** Focusing the banner's buttons must not scroll the page. */
async function expectNoScrollOnFocus(page: Page) {
  for (const name of ['Refuser', 'Accepter']) {
    await consentBanner(page).getByRole('button', { name }).focus();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
}

test.describe('on a small phone', () => {
  test.use(PHONE);

  test('the banner leaves the price and the first button of the home page in sight', async ({ page }) => {
    await openHydrated(page, '/');
    const top = await consentBanner(page).evaluate((banner) => banner.getBoundingClientRect().top);
    const main = page.getByRole('main');
    for (const part of [main.getByText(/^199\s€/).first(), main.getByRole('link', { name: 'Réserver ma session' })]) {
      await expect(part).toBeInViewport();
      expect(await part.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(top);
    }
    await test.step('the focus on the banner’s buttons does not scroll /', () => expectNoScrollOnFocus(page));
  });

  test('the focus on the banner’s buttons does not scroll /booking', async ({ page }) => {
    await openHydrated(page, '/booking');
    await expectNoScrollOnFocus(page);
  });
});

test('the check for a visible banner detects a visible banner', async ({ page, problems }) => {
  problems.expect(/The banner was seen/);
  await openHydrated(page, '/');
  await reloadSlowly(page);
});

test('the banner is shown again after six months', LONG, async ({ page }) => {
  await openHydrated(page, '/');
  await rememberChoice(page, (date) => date.setDate(date.getDate() - 190));
  await page.reload();
  await expect(consentBanner(page)).toBeVisible();
  expect((await storage(page)).local).toEqual({});
});

test('the banner stays hidden after five months', LONG, async ({ page }) => {
  await openHydrated(page, '/');
  await rememberChoice(page, (date) => date.setDate(date.getDate() - 150));
  await reloadSlowly(page);
  await expect(consentBanner(page)).toHaveCount(0);
});

test('a choice about cookies in one tab applies to the other', async ({ page, context }) => {
  await openHydrated(page, '/');
  const other = await context.newPage();
  await openHydrated(other, '/contact');
  await consentBanner(page).getByRole('button', { name: 'Refuser' }).click();
  await expect(consentBanner(other)).toHaveCount(0);
});
