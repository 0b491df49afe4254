import type { APIRequestContext, Browser, BrowserContextOptions } from '@playwright/test';
import { button } from './browsers/element-query';
import { ENGINES, isInstalled } from './browsers/engines';
import { openProxy } from './browsers/proxy';
import { Visitor } from './browsers/visitor';
import { dateButton } from './support/booking';
import { activateBrokenCalendar } from './support/broken-calendar';
import { rememberConsent } from './support/consent';
import { type CountingSite, test } from './support/counting-site';
import { openHydrated } from './support/hydration';
import { signInAs } from './support/owner';
import { openTab } from './support/owner-views';
import { Problems } from './support/problems';
import { readIndex } from './support/routes';
import { expect } from './support/test';
import { LONG } from './support/tier';

// All tests share one site, and activate releases on it.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ countingSite }) => countingSite.reset());

/** Of the release before, a day ago. */
const QUIET_PAGES = 900;
const NETWORKS = ['198.51.100.7', '203.0.113.7'];

/** A visitor on a network of their own, whose calendar throws. */
async function visitInVain(browser: Browser, baseURL: string, network: string) {
  const own: BrowserContextOptions = { baseURL, locale: 'fr-FR', extraHTTPHeaders: { 'x-forwarded-for': network } };
  const context = await browser.newContext(own);
  await rememberConsent(context, 'rejected');
  const page = await context.newPage();
  const live = page.waitForResponse('**/rest/v1/live_pages');
  await openHydrated(page, '/booking');
  await live;
  const reported = page.waitForResponse('**/rest/v1/incidents');
  await dateButton(page).click();
  await reported;
  await context.close();
}

/** @returns the id of the release before */
async function activateBroken(site: CountingSite, ending: string, fault: string) {
  const previous = await activateBrokenCalendar({ ...site, ending, fault });
  await site.countQuietPages('booking', previous, QUIET_PAGES);
  return previous;
}

/** Lets minutes pass until the site has another booking. */
const expectActive = (site: CountingSite, request: APIRequestContext, id: string) =>
  expect
    .poll(async () => {
      site.passMinute();
      return (await readIndex(request)).remotes.booking?.id;
    })
    .toBe(id);

test('a booking whose calendar throws goes back by itself, and the owner reads why', async ({
  browser,
  page,
  context,
  countingSite,
  request,
  email,
}) => {
  const { address, dataDir } = countingSite;
  const previous = await activateBroken(countingSite, 'always', 'throw new Error("The calendar is broken.")');
  for (const network of NETWORKS) await visitInVain(browser, address, network);
  await expectActive(countingSite, request, previous);

  await signInAs(context, { email, dataDir });
  await openTab(page, '', 'Aujourd’hui');
  const told = `la nouvelle version échouait, le site est revenu de lui-même à la version ${previous} le `;
  await expect(page.getByText(told)).toBeVisible();
});

test('a calendar that throws only in Firefox goes back', LONG, async ({ countingSite, request }) => {
  test.skip(!isInstalled('firefox'), 'firefox is not installed');
  // Firefox has no such object.
  const previous = await activateBroken(countingSite, 'firefox', 'navigator.userAgentData.brands');
  const session = await ENGINES.firefox.open({ scripts: true });
  for (const [at, network] of NETWORKS.entries()) {
    const proxy = await openProxy(countingSite.address, new Problems(), network);
    const visitor = new Visitor(session, proxy.address);
    await visitor.openHydrated('/booking');
    await visitor.waitForContent();
    await visitor.click(button('Choisir des dates'));
    await expect.poll(() => countingSite.countsOf('booking')).toMatchObject({ recovered: at + 1 });
    await proxy.close();
  }
  await session.close();
  await expectActive(countingSite, request, previous);
});
