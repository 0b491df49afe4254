import type { Browser, BrowserContextOptions } from '@playwright/test';
import { activateBroken } from './support/broken-booking';
import { test } from './support/counting-site';
import { dateButton, openHydrated } from './support/forms';
import { signInAs } from './support/owner';
import { openTab } from './support/owner-views';
import { readIndex } from './support/specification';
import { expect, rememberConsent } from './support/test';

const NETWORKS = ['192.0.2.7', '198.51.100.7', '203.0.113.7'];

/** A visitor on a network of their own, whose calendar throws. */
async function visitInVain(browser: Browser, baseURL: string, network: string) {
  const own: BrowserContextOptions = { baseURL, locale: 'fr-FR', extraHTTPHeaders: { 'x-forwarded-for': network } };
  const context = await browser.newContext(own);
  await rememberConsent(context, 'rejected');
  const page = await context.newPage();
  const live = page.waitForResponse('**/rest/v1/live_pages');
  await openHydrated(page, '/booking');
  expect((await live).status()).toBe(201);
  const reported = page.waitForResponse('**/rest/v1/incidents');
  await dateButton(page).click();
  await reported;
  await context.close();
}

test('a booking whose calendar throws is rolled back automatically, and the owner reads why', async ({
  browser,
  page,
  context,
  countingSite,
  request,
  email,
}) => {
  const { address, dataDir } = countingSite;
  await countingSite.reset();
  const previous = await activateBroken(countingSite);
  await countingSite.addQuietNetworks('booking', previous);
  for (const network of NETWORKS) await visitInVain(browser, address, network);
  await expect
    .poll(async () => {
      countingSite.passMinute();
      return (await readIndex(request)).remotes.booking?.id;
    })
    .toBe(previous);

  await signInAs(context, { email, dataDir });
  await openTab(page, '', 'Aujourd’hui');
  const told = `la nouvelle version échouait, le site est revenu de lui-même à la version ${previous} le `;
  await expect(page.getByText(told)).toBeVisible();
});
