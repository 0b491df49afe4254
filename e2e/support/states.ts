import { expect, type Page } from '@playwright/test';
import { dateButton, fillBooking, pickDay, prepareBooking, sendBooking, tabToDays } from './booking';
import { contactField, fillContact, sendContact } from './contact';
import { parisDay } from './days';
import { lossOf, takeAway } from './faults';
import { openLive } from './live';
import { footerLink, notice } from './page-parts';
import { PATHS, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from './routes';

/** Something that a visitor may see: a page, or what becomes of it after an action. */
export interface State {
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
  /** It floats over the page: the window alone shows it. */
  readonly windowOnly?: boolean;
  /** The banner of cookies is wanted. */
  readonly isFirstVisit?: boolean;
  /** What the console may say of it. */
  readonly logs?: readonly RegExp[];
}

const MOST_DATES = 31;
const EMAIL = 'camille.martin@exemple.fr';
const LONG_NAME = 'Marie-Antoinette-Joséphine de La Rochefoucauld-Liancourt d’Estissac-Montmorency';
const LONG_EMAIL = 'marie-antoinette.de-la-rochefoucauld-liancourt@agence-au-nom-interminable.exemple.fr';
const LOST_CALL = [/\/rest\/v1\//, /ERR_FAILED/, /Failed to fetch/];

const stay = (page: Page) => page.getByRole('button', { name: 'Rester ici' }).click();

/** Answers in the backend's place: what is shown may be the real site, and its owner is sent nothing. */
async function answerStored(page: Page) {
  const id = '00000000-0000-4000-8000-000000000000';
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 201, json: [{ id }] }));
}

const loseCalls = (page: Page) => page.route('**/rest/v1/**', (route) => route.abort());
const neverAnswer = (page: Page) => page.route('**/rest/v1/**', () => undefined);

async function sendFilledBooking(page: Page, network: (page: Page) => Promise<unknown>) {
  await network(page);
  await openLive(page, '/booking');
  await prepareBooking(page, EMAIL, [parisDay(2), parisDay(5)]);
  await sendBooking(page);
}

async function sendFilledContact(page: Page, network: (page: Page) => Promise<unknown>) {
  await network(page);
  await openLive(page, '/contact');
  await fillContact(page, EMAIL);
  await sendContact(page);
}

async function showWithoutBooking(page: Page, go: (page: Page) => Promise<unknown>) {
  await takeAway(page, 'booking', (route) => route.abort());
  await go(page);
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
}

const pages: readonly State[] = [...PATHS, UNKNOWN_PATH].map((path) => ({
  name: path === '/' ? 'home' : path.slice(1),
  show: (page) => openLive(page, path),
  ...(path === UNKNOWN_PATH && { logs: UNKNOWN_PATH_LOGGED }),
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
  {
    name: 'calendar-open',
    windowOnly: true,
    async show(page) {
      await openLive(page, '/booking');
      for (const day of [2, 5]) await pickDay(page, parisDay(day));
      await expect(dateButton(page)).toHaveText('2 date(s) sélectionnée(s)');
      await page.getByRole('gridcell').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'dates-chosen-too-near-for-funding',
    async show(page) {
      await openLive(page, '/booking');
      for (const day of [2, 5]) await pickDay(page, parisDay(day));
      await page.keyboard.press('Escape');
      await page.getByRole('checkbox').check();
    },
  },
  {
    name: 'all-dates-and-a-long-name',
    async show(page) {
      await openLive(page, '/booking');
      await dateButton(page).click();
      await tabToDays(page);
      for (let day = 0; day < MOST_DATES; day += 1) {
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
      }
      await page.keyboard.press('Escape');
      await expect(dateButton(page)).toHaveText(`${MOST_DATES} date(s) sélectionnée(s)`);
      await fillBooking(page, LONG_EMAIL);
      await page.getByRole('textbox', { name: 'Nom complet' }).fill(LONG_NAME);
    },
  },
  {
    name: 'booking-refused',
    windowOnly: true,
    async show(page) {
      await openLive(page, '/booking');
      await sendBooking(page);
      await expect(notice(page, 'Veuillez sélectionner au moins une date')).toBeVisible();
    },
  },
  {
    name: 'booking-sending',
    async show(page) {
      await sendFilledBooking(page, neverAnswer);
      await expect(page.getByRole('button', { name: 'Envoi en cours...' })).toBeVisible();
    },
  },
  {
    name: 'booking-failed',
    logs: LOST_CALL,
    async show(page) {
      await sendFilledBooking(page, loseCalls);
      await expect(notice(page, 'Une erreur est survenue')).toBeVisible();
    },
  },
  {
    name: 'booking-sent',
    async show(page) {
      await sendFilledBooking(page, answerStored);
      await stay(page);
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
    name: 'contact-failed',
    windowOnly: true,
    logs: LOST_CALL,
    async show(page) {
      await sendFilledContact(page, loseCalls);
      await expect(notice(page, 'Une erreur est survenue')).toBeVisible();
    },
  },
  {
    name: 'contact-sent',
    windowOnly: true,
    async show(page) {
      await sendFilledContact(page, answerStored);
      await notice(page, 'Formulaire envoyé !').hover();
      await stay(page);
    },
  },
  {
    name: 'contact-sent-by-a-long-name',
    async show(page) {
      await answerStored(page);
      await openLive(page, '/contact');
      await fillContact(page, LONG_EMAIL);
      await contactField(page, 'Nom').fill(LONG_NAME);
      await contactField(page, 'Votre message').fill('Bonjour,\nà quelle heure commence la journée\u202f?');
      await sendContact(page);
      await stay(page);
    },
  },
  {
    name: 'booking-readable-only',
    logs: lossOf('booking'),
    show: (page) => showWithoutBooking(page, (at) => at.goto('/booking')),
  },
  {
    name: 'booking-absent',
    logs: lossOf('booking'),
    async show(page) {
      await openLive(page, '/contact');
      await showWithoutBooking(page, (at) => footerLink(at, '/booking').click());
    },
  },
];

/** Every page, then every state that follows from an action. */
export const STATES: readonly State[] = [...pages, ...moments];
