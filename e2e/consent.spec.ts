import type { Page } from '@playwright/test';
import { consentBanner } from './support/form-states';
import { openHydrated, waitForHydration } from './support/forms';
import { expectFocusShown } from './support/keyboard';
import { MOVING, PHONE } from './support/screens';
import { ANY_SCRIPT, expect, holdRequests, test } from './support/test';

test.use({ ...MOVING, consent: 'unset' });

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
function reportBanner() {
  const look = () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Accepter');
    if (button?.checkVisibility()) console.error('The banner was seen');
    else requestAnimationFrame(look);
  };
  look();
}

test('a choice made before any script has loaded applies at once, and the banner is never seen again', async ({
  page,
}) => {
  const proceed = await holdRequests(page, ANY_SCRIPT);
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Refuser' }).click();
  await expect(consentBanner(page)).toBeHidden();
  expect(await storage(page)).toEqual(onlyChoice('rejected'));
  proceed();
  await waitForHydration(page);
  await page.addInitScript(reportBanner);
  const releaseAgain = await holdRequests(page, ANY_SCRIPT);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  releaseAgain();
  await waitForHydration(page);
  await expect(consentBanner(page)).toHaveCount(0);
});

test.describe('on a small phone', () => {
  test.use(PHONE);

  test('the banner leaves the price and the first button of the home page in sight, and its focus scrolls nothing', async ({
    page,
  }) => {
    await openHydrated(page, '/');
    const top = await consentBanner(page).evaluate((banner) => banner.getBoundingClientRect().top);
    const main = page.getByRole('main');
    for (const part of [main.getByText(/^199\s€/).first(), main.getByRole('link', { name: 'Réserver ma session' })]) {
      await expect(part).toBeInViewport();
      expect(await part.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(top);
    }
    for (const name of ['Refuser', 'Accepter']) {
      await consentBanner(page).getByRole('button', { name }).focus();
      await expectFocusShown(page);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }
  });
});
