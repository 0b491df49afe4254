import { expect } from '@playwright/test';
import { bookingStates, contactStates, manageStates, type State } from './form-states';
import { openHydrated } from './forms';
import { COOKIE_DIALOG, PAGES, PATHS, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './specification';

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

export const STATES: readonly State[] = [
  ...pages,
  ...siteStates,
  ...of('booking', [...bookingStates, ...manageStates]),
  ...of('contact', contactStates),
];
