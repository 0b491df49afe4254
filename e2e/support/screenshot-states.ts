import { expect, type Page } from '@playwright/test';
import { pickDay, sendBooking } from './booking';
import { fillContact, sendContact } from './contact';
import { parisDay } from './days';
import { takeAway } from './faults';
import { openLive } from './live';
import { footerLink, notice } from './page-parts';
import { PATHS, UNKNOWN_PATH } from './routes';

interface State {
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
  /** The window alone, for what floats over the page. */
  readonly windowOnly?: boolean;
  /** The banner of cookies is wanted. */
  readonly isFirstVisit?: boolean;
}

const nameOf = (path: string) => path.slice(1) || 'home';

const pages: readonly State[] = [...PATHS, UNKNOWN_PATH].map((path) => ({
  name: nameOf(path),
  show: (page) => openLive(page, path),
}));

const moments: readonly State[] = [
  { name: 'consent-banner', isFirstVisit: true, windowOnly: true, show: (page) => openLive(page, '/') },
  {
    name: 'header-scrolled',
    windowOnly: true,
    async show(page) {
      await openLive(page, '/');
      await page.getByRole('heading', { level: 2 }).nth(1).scrollIntoViewIfNeeded();
      await expect(page.getByRole('banner')).toHaveAttribute('data-scrolled');
    },
  },
  {
    name: 'calendar-open',
    windowOnly: true,
    async show(page) {
      await openLive(page, '/booking');
      for (const day of [2, 5]) await pickDay(page, parisDay(day));
      await page.getByRole('gridcell').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'booking-dates-chosen',
    async show(page) {
      await openLive(page, '/booking');
      for (const day of [2, 5]) await pickDay(page, parisDay(day));
      await page.keyboard.press('Escape');
      await page.getByRole('checkbox').check();
    },
  },
  {
    name: 'booking-refused',
    windowOnly: true,
    async show(page) {
      await openLive(page, '/booking');
      await sendBooking(page);
      await expect(notice(page, 'Erreur')).toBeVisible();
    },
  },
  {
    name: 'contact-errors',
    async show(page) {
      await openLive(page, '/contact');
      await sendContact(page);
      await expect(page.getByRole('main').getByRole('alert').first()).toBeFocused();
    },
  },
  {
    name: 'contact-sent',
    windowOnly: true,
    async show(page) {
      // The site that is pictured may be the real one: its owner is sent nothing.
      await page.route('**/rest/v1/contacts*', (route) => route.fulfill({ status: 201 }));
      await openLive(page, '/contact');
      await fillContact(page, 'camille@exemple.fr');
      await sendContact(page);
      await notice(page, 'Formulaire envoyé !').hover();
    },
  },
  {
    name: 'cookie-dialog',
    windowOnly: true,
    async show(page) {
      await openLive(page, '/politique-de-cookies');
      await page
        .getByRole('main')
        .getByRole('button', { name: /préférences/i })
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'booking-readable-only', show: (page) => showWithout(page, 'booking', (at) => at.goto('/booking')) },
  {
    name: 'booking-absent',
    async show(page) {
      await openLive(page, '/contact');
      await showWithout(page, 'booking', (at) => footerLink(at, '/booking').click());
    },
  },
];

async function showWithout(page: Page, remote: string, go: (page: Page) => Promise<unknown>) {
  await takeAway(page, remote, (route) => route.abort());
  await go(page);
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
}

export const STATES: readonly State[] = [...pages, ...moments];
