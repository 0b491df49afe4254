import type { APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test';
import { button } from './browsers/element-query';
import { ENGINES, isInstalled } from './browsers/engines';
import { openProxy } from './browsers/proxy';
import { Visitor } from './browsers/visitor';
import { dateButton } from './support/booking';
import { activateBrokenCalendar } from './support/broken-calendar';
import { rememberConsent } from './support/consent';
import { type CountingSite, test } from './support/counting-site';
import { openHydrated } from './support/hydration';
import { readMailsWith } from './support/mails';
import { signInAs } from './support/owner';
import { openTab } from './support/owner-views';
import { Problems } from './support/problems';
import { readIndex } from './support/routes';
import { REPOSITORY } from './support/site';
import { release } from './support/team';
import { expect } from './support/test';
import { LONG } from './support/tier';

// All tests share one site, and activate releases on it.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ countingSite }) => countingSite.reset());

const LIVE = '**/rest/v1/live_pages';
const INCIDENTS = '**/rest/v1/incidents';
/** Of the release before, a day ago. */
const QUIET_PAGES = 900;
const FIRST = '198.51.100.7';
const SECOND = '203.0.113.7';
const BROKEN = 'throw new Error("The calendar is broken.")';

const calendar = (page: Page) => page.getByRole('gridcell').first();

/** Opens the page and its calendar. */
async function visit(page: Page, { path = '/booking', fails = false } = {}) {
  const live = page.waitForResponse(LIVE);
  await openHydrated(page, path);
  await live;
  const reported = fails ? page.waitForResponse(INCIDENTS) : null;
  await dateButton(page).click();
  if (reported) await reported;
  else await expect(calendar(page)).toBeVisible();
}

/** A visitor on a network of their own, whose calendar throws. */
async function visitInVain(browser: Browser, baseURL: string, network: string, path?: string) {
  const own: BrowserContextOptions = { baseURL, locale: 'fr-FR', extraHTTPHeaders: { 'x-forwarded-for': network } };
  const context = await browser.newContext(own);
  await rememberConsent(context, 'rejected');
  await visit(await context.newPage(), { ...(path && { path }), fails: true });
  await context.close();
}

async function activateBroken(site: CountingSite, ending: string, fault: string) {
  const made = await activateBrokenCalendar({ ...site, ending, fault });
  await site.countQuietPages('booking', made.previous, QUIET_PAGES);
  return made;
}

/** Lets minutes pass until the site has another booking. */
const expectActive = (site: CountingSite, request: APIRequestContext, id: string) =>
  expect
    .poll(async () => {
      site.passMinute();
      return (await readIndex(request)).remotes.booking?.id;
    })
    .toBe(id);

test('a booking whose calendar throws goes back by itself and is held, and the owner reads why', async ({
  browser,
  page,
  context,
  countingSite,
  request,
  email,
}) => {
  const { address, dataDir } = countingSite;
  const { id, previous } = await activateBroken(countingSite, 'always', BROKEN);
  await visitInVain(browser, address, FIRST);
  await visitInVain(browser, address, SECOND);
  await expectActive(countingSite, request, previous);
  await visit(page);

  await signInAs(context, { email, dataDir });
  await openTab(page, '', 'Aujourd’hui');
  const told = `la nouvelle version échouait, le site est revenu de lui-même à la version ${previous} le `;
  await expect(page.getByText(told)).toBeVisible();
  await openTab(page, '?vue=site', 'Site');
  await expect(page.getByText(/^Mises à jour suspendues depuis le .*, par le site lui-même$/)).toBeVisible();
  await expect
    .poll(async () => {
      countingSite.passMinute();
      const mails = await readMailsWith('', dataDir);
      return mails.some(({ text }) => text?.includes(`(${id})`));
    })
    .toBe(true);
});

interface Watch {
  readonly look: { readonly parts: readonly { readonly id: string; readonly since: object }[] } | null;
}

/** Lets a minute pass. @returns the counts since the activation of a release, as `release status` lists them */
async function lookAt({ dataDir, passMinute }: CountingSite, id: string) {
  passMinute();
  const { watches } = (await release(REPOSITORY, dataDir, 'status')) as unknown as { watches: readonly Watch[] };
  return watches.flatMap(({ look }) => look?.parts ?? []).find((part) => part.id === id)?.since;
}

test(
  'a calendar that throws in one visit of twenty goes back with the second visitor',
  LONG,
  async ({ browser, page, countingSite, request }) => {
    const fault = `if(new URLSearchParams(location.search).get("visite")%20==0){${BROKEN}}`;
    const { id, previous } = await activateBroken(countingSite, 'rarely', fault);
    const { address } = countingSite;
    await visitInVain(browser, address, FIRST, '/booking?visite=0');
    for (let number = 1; number < 20; number += 1) await visit(page, { path: `/booking?visite=${number}` });
    await expect.poll(() => lookAt(countingSite, id)).toMatchObject({ reporters: 1, live: 20 });
    expect((await readIndex(request)).remotes.booking?.id).toBe(id);
    await visitInVain(browser, address, SECOND, '/booking?visite=20');
    await expectActive(countingSite, request, previous);
  },
);

test(
  'a calendar that throws only in Firefox goes back, although Chromium’s visitors see no fault',
  LONG,
  async ({ page, countingSite, request }) => {
    test.skip(!isInstalled('firefox'), 'firefox is not installed');
    // Firefox has no such object.
    const { id, previous } = await activateBroken(countingSite, 'firefox', 'navigator.userAgentData.brands');
    for (let number = 0; number < 10; number += 1) await visit(page);
    const session = await ENGINES.firefox.open({ scripts: true });
    for (const [at, network] of [FIRST, SECOND].entries()) {
      expect((await readIndex(request)).remotes.booking?.id).toBe(id);
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
  },
);
