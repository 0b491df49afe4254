import { expect, type Page } from '@playwright/test';
import { formatFrenchDate } from '@site/contract/french-dates';
import { addDays, todayInParis } from '@site/contract/today';
import type { OwnedRequest } from '@site/supabase/requests';
import { NOTICES } from './specification';

const shortDay = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

export { formatFrenchDate as inFrench };

/** A day counted from today in Paris, yyyy-MM-dd. */
export const parisDay = (daysAhead: number): string => addDays(todayInParis(), daysAhead);

/** « lun. 23 nov. », the first of a month « 1er ». */
export const inShort = (day: string) => shortDay.format(new Date(`${day}T00:00:00Z`)).replace(' 1 ', ' 1er ');

const EMAIL = 'camille.martin@exemple.fr';
export const LONG_NAME = 'Marie-Antoinette-Joséphine de La Rochefoucauld-Liancourt d’Estissac-Montmorency';
export const LONG_EMAIL = 'marie-antoinette.de-la-rochefoucauld-liancourt@agence-au-nom-interminable.exemple.fr';

export const LOST_CALL = [/\/rest\/v1\//, /ERR_FAILED/, /Failed to fetch/];

/** The console's message about a request that is already stored, which the form treats as a success. */
export const STORED_ALREADY = /status of 409/;

export const stay = (page: Page) => page.getByRole('button', { name: 'Rester ici' }).click();

/** Answers in place of the backend: the owner of a real site must not receive anything. */
export async function answerStored(page: Page) {
  const id = '00000000-0000-4000-8000-000000000000';
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 201, json: [{ id }] }));
}

export const loseCalls = (page: Page) => page.route('**/rest/v1/**', (route) => route.abort());

export async function waitForHydration(page: Page) {
  await expect.poll(() => page.evaluate(isHydrated), { message: 'the page is hydrated' }).toBe(true);
}

export async function openHydrated(page: Page, path: string) {
  const response = await page.goto(path);
  await waitForHydration(page);
  return response;
}

async function isHydrated() {
  const title = document.querySelector('main h1');
  const isKnown = title !== null && Object.keys(title).some((key) => key.startsWith('__react'));
  // The keys appear while React is still hydrating; it has finished once the browser is idle.
  if (isKnown) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
  return isKnown;
}

export const VISITOR = 'Camille Martin';
export const SEND = 'Envoyer ma réservation';

export const dateButton = (page: Page) =>
  page.getByRole('button', { name: /^(Choisir des dates|\d+ date\(s\) sélectionnée\(s\))$/ });

const dayCell = (page: Page, day: string) =>
  page.getByRole('gridcell', { name: new RegExp(`${formatFrenchDate(day)}$`) });

/** Opens the calendar if it is closed, goes to the day's month and clicks the day, unless it is chosen already. */
export async function pickDay(page: Page, day: string) {
  const remove = page.getByRole('button', { name: `Retirer le ${formatFrenchDate(day)}` });
  if ((await remove.count()) > 0) return;
  if ((await dateButton(page).getAttribute('aria-expanded')) !== 'true') await dateButton(page).click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  const cell = dayCell(page, day);
  if ((await cell.count()) === 0) await page.getByRole('button', { name: 'Mois suivant' }).click();
  await cell.click();
  await expect(remove).toHaveCount(1);
}

export async function tabToDays(page: Page) {
  const focused = page.getByRole('gridcell').and(page.locator(':focus'));
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(focused).toBeVisible({ timeout: 200 });
  }).toPass();
}

export async function fillBooking(page: Page, email: string) {
  await page.getByRole('textbox', { name: 'Nom complet' }).fill(VISITOR);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
}

export async function prepareBooking(page: Page, email: string, days: readonly string[]) {
  for (const day of days) await pickDay(page, day);
  await page.keyboard.press('Escape');
  await fillBooking(page, email);
}

export const sendBooking = (page: Page) => page.getByRole('button', { name: SEND }).click();

export const CONTACT = { Prénom: 'Camille', Nom: 'Martin', Téléphone: '06 39 98 00 00' };

export const contactField = (page: Page, name: string) =>
  page.getByRole('main').getByRole('textbox', { name, exact: true });

export async function fillContact(page: Page, email: string) {
  for (const [name, value] of Object.entries({ ...CONTACT, 'E-mail': email })) {
    await contactField(page, name).fill(value);
  }
}

export const sendContact = (page: Page) => page.getByRole('button', { name: 'Envoyer', exact: true }).click();

/** Opens the calendar on the page of a request and chooses a day. */
export async function chooseOtherDay(page: Page, day: string) {
  await page.getByRole('button', { name: 'Choisir un autre jour' }).click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  if ((await dayCell(page, day).count()) === 0) await page.getByRole('button', { name: 'Mois suivant' }).click();
  await dayCell(page, day).click();
}

interface Form {
  readonly path: string;
  readonly fill: (page: Page, email: string) => Promise<void>;
  readonly send: (page: Page) => Promise<void>;
  readonly sent: string;
  readonly failed: string;
  readonly entry: Partial<OwnedRequest>;
}

const DAYS = [parisDay(4), parisDay(9)];

/** Both forms; `fill` always enters the same content. */
export const FORMS = {
  contact: {
    path: '/contact',
    fill: fillContact,
    send: sendContact,
    sent: NOTICES.contactSent,
    failed: NOTICES.contactFailed[1],
    entry: { kind: 'contact', name: 'Camille Martin' },
  },
  booking: {
    path: '/booking',
    fill: (page, email) => prepareBooking(page, email, DAYS),
    send: sendBooking,
    sent: NOTICES.bookingSent,
    failed: NOTICES.bookingFailed[1],
    entry: { kind: 'reservation', dates: DAYS },
  },
} as const satisfies Record<string, Form>;

export async function openFilled(page: Page, { path, fill }: Form, email: string) {
  await openHydrated(page, path);
  await fill(page, email);
}

/** @param network replaces the answers of the backend before the page opens */
export async function sendFilled(page: Page, form: Form, network: (page: Page) => Promise<unknown>) {
  await network(page);
  await openFilled(page, form, EMAIL);
  await form.send(page);
}
