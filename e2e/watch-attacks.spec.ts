import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { activateBroken } from './support/broken-booking';
import { addQuietNetworks } from './support/counting-site';
import { openHydrated } from './support/forms';
import { copyReleases, startSite } from './support/site';
import { readIndex } from './support/specification';
import { expect, rememberConsent, test } from './support/test';
import { LONG } from './support/tier';
import { type Sent, startWatchedBooking } from './support/watched-booking';

const numbers = (count: number) => Array.from({ length: count }, (_, each) => each);

/** One customer of a provider has a /48 and a /24. */
const ofIpv6 = (count: number) => numbers(count).map((each) => `2001:db8:1:${each.toString(16)}::7`);
const ofIpv4 = (count: number) => numbers(count).map((each) => `198.51.100.${each + 1}`);
/** Addresses of other networks. */
const others = (count: number, first = 0) =>
  numbers(count).map((each) => `10.${(first + each) >> 8}.${(first + each) & 255}.7`);
const often = (count: number) => numbers(count).flatMap(() => ofIpv4(1));

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

interface Visitors {
  readonly acts: Sent['acts'];
  /** Those after whom the watch ends: without the forger, and with him. */
  readonly needed: readonly [number, number];
}

interface Attack {
  readonly title: string;
  /** What the forger sends before the activation and at once after it. */
  readonly forged: { readonly before?: readonly Sent[]; readonly since?: readonly Sent[] };
  /** All at once, after him. */
  readonly crowd?: Sent;
  /** Then one after the other, each from a network of its own. */
  readonly visitors?: Visitors;
  /** Days after which the verdict is asked for again. */
  readonly days?: number;
  /** The same without the forger and with him. */
  readonly verdict: 'watching' | 'passed' | 'returned for failures' | 'returned for silence';
  /** Failures of the new release that are stored of others than the forger. */
  readonly failures?: number;
  /** That the database has of the forger. */
  readonly mostRows?: number;
}

const FAILING = { acts: ['open', 'fail'] } as const;
const WORKING = { acts: ['open', 'live'] } as const;

const ATTACKS: readonly Attack[] = [
  {
    title: 'A1: failures from two /64 and two addresses of a customer, against a good release',
    forged: { since: [{ from: [...ofIpv6(2), ...ofIpv4(2)], ...FAILING }] },
    crowd: { from: others(40), ...WORKING },
    days: 3,
    verdict: 'passed',
  },
  {
    title: 'A1: failures from networks to which no page was sent, against a good release',
    forged: { since: [{ from: others(10, 500), acts: ['fail'] }] },
    crowd: { from: others(40), ...WORKING },
    days: 3,
    verdict: 'passed',
  },
  {
    title: 'A2: failures of the earlier release from 30 /64, and one a day for 27 days, for a bad one',
    forged: {
      before: [
        { from: often(1), acts: ['open'] },
        { from: often(27), acts: ['fail'], isDaily: true },
        { from: ofIpv6(30), ...FAILING },
      ],
    },
    crowd: { from: others(25), ...WORKING },
    visitors: { ...FAILING, needed: [3, 5] },
    verdict: 'returned for failures',
  },
  {
    title: 'A3: 320 live pages of 16 /64, to end a watch that few visitors have seen',
    forged: { since: numbers(20).map(() => ({ from: ofIpv6(16), ...WORKING })) },
    crowd: { from: others(40), ...WORKING },
    days: 1,
    verdict: 'watching',
  },
  {
    title: 'A3: 320 live pages of 16 /64, before a watch passes after its day',
    forged: { since: numbers(20).map(() => ({ from: ofIpv6(16), ...WORKING })) },
    crowd: { from: others(330), ...WORKING },
    days: 1,
    verdict: 'passed',
  },
  {
    title: 'A3: 320 live pages of 16 /64, before a bad release fails',
    forged: { since: numbers(20).map(() => ({ from: ofIpv6(16), ...WORKING })) },
    visitors: { ...FAILING, needed: [3, 3] },
    verdict: 'returned for failures',
  },
  {
    title: 'A4: 160 pages without scripts before the activation, and two live pages after it, for a silent release',
    forged: {
      before: [{ from: often(160), acts: ['open'] }],
      since: [{ from: [...ofIpv6(1), ...ofIpv4(1)], ...WORKING }],
    },
    visitors: { acts: ['open'], needed: [8, 12] },
    verdict: 'returned for silence',
  },
  {
    title: 'A5: 1,110 previews and mended retries of a /48, before ten others report a failure',
    forged: { since: [{ from: ofIpv6(555), acts: ['preview', 'retry'] }] },
    crowd: { from: others(10), ...FAILING },
    failures: 10,
    verdict: 'returned for failures',
  },
  {
    title: 'A6: a crawler of ten networks for which all pages fail, with a good release',
    forged: { since: [{ from: others(10, 500), ...FAILING, userAgent: CRAWLER }] },
    crowd: { from: others(40), ...WORKING },
    days: 3,
    verdict: 'passed',
  },
  {
    title: 'A8: 2,600 reports of routes and scripts that do not exist, before a bad release fails',
    forged: { since: [{ from: ofIpv6(1300), acts: ['live elsewhere', 'fail elsewhere'] }] },
    visitors: { ...FAILING, needed: [3, 3] },
    failures: 3,
    mostRows: 10,
    verdict: 'returned for failures',
  },
];

type Site = Awaited<ReturnType<typeof startWatchedBooking>>;

async function attack(site: Site, { forged, crowd, visitors, days }: Attack, hasForger: boolean) {
  const forge = async (all: readonly Sent[] = []) => {
    if (hasForger) for (const sent of all) await site.send(sent);
  };
  await forge(forged.before);
  await site.activate();
  await forge(forged.since);
  const ofForger = await site.stored();
  if (crowd) await site.send(crowd);
  let verdict = await site.verdict();
  let visits = 0;
  const needed = visitors?.needed[hasForger ? 1 : 0] ?? 0;
  for (const address of visitors ? others(needed, 1000) : []) {
    expect(verdict, `the verdict before visitor ${visits + 1}`).toBe('watching');
    await site.send({ from: [address], acts: visitors?.acts ?? [] });
    visits += 1;
    verdict = await site.verdict(visits === needed);
  }
  if (days) {
    expect(verdict, 'the verdict before the day has passed').toBe('watching');
    await site.passDays(days);
    verdict = await site.verdict();
  }
  return { verdict, ofForger, stored: await site.stored() };
}

for (const one of ATTACKS)
  for (const hasForger of [false, true])
    test(`${one.title}: ${one.verdict} ${hasForger ? 'with' : 'without'} the forger`, LONG, async ({ request }) => {
      const site = await startWatchedBooking(request);
      try {
        const { verdict, ofForger, stored } = await attack(site, one, hasForger);
        expect(verdict).toBe(one.verdict);
        if (one.failures) expect((stored?.failures ?? 0) - (ofForger?.failures ?? 0)).toBe(one.failures);
        if (one.mostRows && hasForger) expect(ofForger?.rows).toBeLessThanOrEqual(one.mostRows);
      } finally {
        await site.stop();
      }
    });

/** The promise. A page is reported within a minute, and the automatic rollback looks each minute. */
const MOST_MS = 120_000;
const MINUTE_MS = 60_000;

async function visit(browser: Browser, { baseURL, network }: Visit, look: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': network } });
  await rememberConsent(context, 'rejected');
  await look(await context.newPage());
  await context.close();
}

interface Visit {
  readonly baseURL: string;
  readonly network: string;
}

async function seeItFail(page: Page) {
  const reported = page.waitForResponse('**/rest/v1/incidents');
  await page.goto('/booking');
  await reported;
}

for (const second of [5, 25, 45])
  test(
    `a part that throws for every visitor goes back within two minutes of the third, who came ${second} s after a look`,
    LONG,
    async ({ browser, request }) => {
      test.setTimeout(2 * MOST_MS + 180_000);
      const dataDir = copyReleases();
      const { address, stop } = await startSite(dataDir, { env: { TRUST_PROXY: '1' } });
      const lookedAt = Date.now();
      try {
        const previous = await activateBroken({ address, dataDir }, 'Page');
        await addQuietNetworks(dataDir, 'booking', previous);
        const active = async () => (await readIndex(request, `${address}/booking`)).remotes.booking?.id;
        await expect.poll(active).not.toBe(previous);
        const [first = '', next = '', third = '', fourth = ''] = others(4);
        for (const network of [first, next]) await visit(browser, { baseURL: address, network }, seeItFail);
        // The clock is what is tested: the site keeps the shipped timers.
        await delay((MINUTE_MS + second * 1000 - ((Date.now() - lookedAt) % MINUTE_MS)) % MINUTE_MS);
        const visitedAt = Date.now();
        await visit(browser, { baseURL: address, network: third }, seeItFail);
        await expect.poll(active, { timeout: 2 * MOST_MS, intervals: [250] }).toBe(previous);
        const took = Date.now() - visitedAt;
        test.info().annotations.push({ type: 'milliseconds', description: String(took) });
        expect(took).toBeLessThanOrEqual(MOST_MS);
        await visit(browser, { baseURL: address, network: fourth }, (page) => openHydrated(page, '/booking'));
      } finally {
        await stop();
      }
    },
  );
