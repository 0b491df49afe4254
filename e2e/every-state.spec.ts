import type { APIRequestContext, Page } from '@playwright/test';
import { bookingStates, consentBanner, contactStates, manageStates, type State } from './support/form-states';
import { openHydrated } from './support/forms';
import { tabThrough } from './support/keyboard';
import {
  brokenRules,
  brokenWords,
  expectFits,
  expectHeaderFits,
  smallTargets,
  withoutEdge,
} from './support/page-faults';
import { expectGoodFrench } from './support/page-text';
import { DESKTOP, NARROWEST, PHONE, setTextSize, TABLET } from './support/screens';
import { COOKIE_DIALOG, PAGES, PATHS, readIndex, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './support/specification';
import { expect, servedText, test } from './support/test';

/** A page that is not listed is opened after any change. */
const REMOTES: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/booking': 'booking',
  '/contact': 'contact',
  '/agefice': 'legal',
  '/mentions-legales': 'legal',
  '/politique-de-cookies': 'legal',
  '/accessibilite': 'legal',
};
const of = (remote: string, states: readonly State[]) => states.map((state) => ({ ...state, remote }));

const pages: readonly State[] = [...PATHS, UNKNOWN_PATH].map((path) => ({
  ...(REMOTES[path] !== undefined && { remote: REMOTES[path] }),
  name: path === '/' ? 'home' : path.slice(1),
  path,
  show: (page) => openHydrated(page, path),
  ...PAGES[path],
  ...(path === UNKNOWN_PATH && { logs: UNKNOWN_PATH_LOGGED }),
}));

const siteStates: readonly State[] = [
  {
    name: 'header-scrolled',
    async show(page) {
      await openHydrated(page, '/');
      const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
      await scrollTo(11);
      await expect(page.getByRole('banner')).toHaveAttribute('data-scrolled');
      await scrollTo(10);
      await expect(page.getByRole('banner')).not.toHaveAttribute('data-scrolled');
      await page.getByRole('heading', { level: 2 }).nth(1).scrollIntoViewIfNeeded();
      await expect(page.getByRole('banner')).toHaveAttribute('data-scrolled');
      await expect(page.getByRole('banner')).not.toHaveCSS('box-shadow', 'none');
    },
  },
  {
    name: 'cookie-dialog',
    texts: COOKIE_DIALOG,
    async show(page) {
      await openHydrated(page, '/politique-de-cookies');
      await page
        .getByRole('main')
        .getByRole('button', { name: /préférences/i })
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

const STATES: readonly State[] = [
  ...pages,
  ...siteStates,
  ...of('booking', [...bookingStates, ...manageStates]),
  ...of('contact', contactStates),
];

const BANNER_BUTTONS = ['Refuser', 'Personnaliser', 'Accepter'];

/** Notices close and calls time out after some seconds: without these timers, a state lasts until it is checked. */
function dropLongTimers() {
  const setAnyTimer = window.setTimeout.bind(window);
  const setShortTimer = (run: TimerHandler, ms = 0, ...args: unknown[]) =>
    ms < 1500 ? setAnyTimer(run, ms, ...args) : 0;
  Object.assign(window, { setTimeout: setShortTimer });
}

/** Lets `isAsServed()` compare the elements on screen with those of the HTML before any deferred script has run. */
function rememberServed() {
  const find = () =>
    [...document.querySelectorAll('main h1, main a, main button, header a, footer a')].filter(
      // The header of the other pages is rendered ahead.
      (node) => !node.closest('header [hidden]'),
    );
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    const served = find();
    const isAsServed = () => find().length === served.length && find().every((node, at) => node === served[at]);
    Object.assign(window, { isAsServed });
  });
}

/** Compares every space: Playwright would treat all kinds alike. */
const missingTexts = (page: Page, { texts = [], words = [] }: State) =>
  page.evaluate(
    ([whole, parts]) => {
      const isShown = (element: Element) => element.checkVisibility();
      const shown = new Set(
        [...document.querySelectorAll('body *')].filter(isShown).map((at) => at.textContent.trim()),
      );
      const missing = whole.filter((text) => !shown.has(text));
      return [...missing, ...parts.filter((part) => !document.body.textContent.includes(part))];
    },
    [texts, words] as const,
  );

/** What is not revealed, and what moves, except colours and shadows. */
const movements = (page: Page) =>
  page.evaluate(() => {
    const hidden = [...document.querySelectorAll('main *')].filter((part) => getComputedStyle(part).opacity === '0');
    const moving = document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((animation) => (animation instanceof CSSTransition ? animation.transitionProperty : 'animation'))
      .filter((property) => !/color|shadow|filter/.test(property));
    return [...hidden.map(({ outerHTML }) => outerHTML.slice(0, 120)), ...moving];
  });

/** The days of composing and of today differ at midnight. */
const withoutDays = (text: string | null) => text?.replace(/\p{L}+ \d+(er)? \p{L}+ \d{4}/gu, 'un jour');

async function expectAsServed(page: Page, path: string, request: APIRequestContext) {
  const { remotes } = await readIndex(request);
  const routes = Object.values(remotes).flatMap((remote) => remote.routes);
  const route = routes.find((route) => route.path === path);
  await expect.soft(page).toHaveTitle(new RegExp(`^${route?.title ?? 'Page introuvable'} \\| `));
  expect.soft(await page.evaluate('isAsServed()'), 'hydration keeps every element').toBe(true);
  for (const part of ['banner', 'contentinfo'] as const) await expect.soft(page.getByRole(part)).toBeVisible();
  await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const text = await page.getByRole('main').textContent();
  if (route) expect.soft(withoutDays(text)).toBe(withoutDays(await servedText(page, path)));
}

/** In a window as high as the page: what the banner covers of a control depends on how far the page is scrolled. */
async function expectNoBrokenRule(page: Page, { width, height }: typeof NARROWEST) {
  const whole = await page.evaluate(() => document.body.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  expect.soft(await brokenRules(page)).toEqual([]);
}

async function expectUntouched(page: Page) {
  for (const name of BANNER_BUTTONS) {
    await expect.soft(consentBanner(page).getByText(name, { exact: true })).toBeInViewport();
  }
  expect.soft(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
}

/** Words may break in texts, but not in the header and the calendar. */
async function expectFitsDoubleText(page: Page, size: typeof TABLET) {
  await page.setViewportSize(size);
  await expectFits(page, size);
  await expectHeaderFits(page);
  expect.soft(await brokenWords(page, 'header, [role="grid"], dialog[open] h3')).toEqual([]);
  expect.soft(await roomForBanner(page), 'the banner leaves two thirds of the screen').toBeLessThan(size.height / 3);
}

/** The height of the banner, which what is scrolled to stays clear of; 0 without one. */
async function roomForBanner(page: Page) {
  const [banner = 0] = await consentBanner(page).evaluateAll((all) =>
    all.map((part) => part.getBoundingClientRect().height),
  );
  const room = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom),
  );
  expect.soft(room, 'the page scrolls clear of the banner').toBeGreaterThanOrEqual(banner);
  return banner;
}

async function expectStill(page: Page) {
  await expect.soft(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  await page.mouse.wheel(0, 2000);
  expect.soft(await movements(page)).toEqual([]);
}

async function expectEdges(page: Page) {
  expect.soft(await withoutEdge(page)).toEqual([]);
  await expect.soft(page.getByRole('banner', { includeHidden: true })).toHaveCSS('border-bottom', /^1px solid/);
  // The calendar is a dialog only in a narrow window: what a change of width replaces takes the focus with it.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).not.toHaveCSS('outline-style', 'none', { timeout: 1000 });
  }).toPass();
}

for (const state of STATES) {
  const { path } = state;

  test.describe(state.name, () => {
    if (path) test.use({ consent: 'unset' });

    const tag = state.remote ? [`@remote-${state.remote}`] : [];
    test('is as specified and as served, fits every screen and is accessible', { tag }, async ({
      page,
      request,
      problems,
    }) => {
      // The state is opened once for all checks; a page in its narrowest window, with the banner.
      problems.tolerate(...(state.logs ?? []));
      await page.addInitScript(dropLongTimers);
      await page.addInitScript(rememberServed);
      await page.setViewportSize(path ? NARROWEST : DESKTOP.viewport);
      await state.show(page);
      await test.step('has the specified texts', async () => expect.soft(await missingTexts(page, state)).toEqual([]));
      if (path) {
        await test.step('is as served', () => expectAsServed(page, path, request));
        await test.step('stores nothing, and shows the banner', () => expectUntouched(page));
      }
      await test.step('is good French', () => expectGoodFrench(page));
      for (const size of [NARROWEST, TABLET, DESKTOP.viewport]) {
        await test.step(`fits ${size.width} px`, async () => {
          await page.setViewportSize(size);
          await expectFits(page, size);
          await expectHeaderFits(page);
          await roomForBanner(page);
          expect.soft(await smallTargets(page)).toEqual([]);
          if (size === NARROWEST) await expectNoBrokenRule(page, size);
        });
      }
      await test.step('fits text of double size', async () => {
        await setTextSize(page, '200%');
        for (const size of [TABLET, NARROWEST, PHONE.viewport]) await expectFitsDoubleText(page, size);
        // Where the header and the banner could cover it.
        if (path) expect(await tabThrough(page)).toBeGreaterThan(5);
        await setTextSize(page, '');
        await page.setViewportSize(DESKTOP.viewport);
      });
      if (path) {
        await test.step('is visible and still', () => expectStill(page));
      }
      await test.step('keeps its edges in forced colours', async () => {
        await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
        await expectEdges(page);
      });
    });
  });
}
