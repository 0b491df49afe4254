import { expect, type Page } from '@playwright/test';
import { dateButton, fillBooking, pickDay, sendBooking, tabToDays } from './booking';
import { parisDay } from './days';
import { failRemote, logsOfFailedLoad } from './faults';
import { FORMS, sendFilled } from './forms';
import { openHydrated } from './hydration';
import { footerLink, notice } from './page-parts';
import { answerStored, LONG_EMAIL, LONG_NAME, LOST_CALL, loseCalls, stay } from './sending';
import { NOTICES } from './specification';
import type { State } from './state';

const MOST_DATES = 31;

async function showWithoutBooking(page: Page, go: (page: Page) => Promise<unknown>) {
  await failRemote(page, { remote: 'booking' }, (route) => route.abort());
  await go(page);
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
}

export const bookingStates: readonly State[] = [
  {
    name: 'calendar-open',
    windowOnly: true,
    texts: ['2 date(s) sélectionnée(s)'],
    async show(page) {
      await openHydrated(page, '/booking');
      for (const day of [2, 5]) await pickDay(page, parisDay(day));
      await page.getByRole('gridcell').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'dates-chosen-too-near-for-funding',
    async show(page) {
      await openHydrated(page, '/booking');
      for (const day of [2, 5]) await pickDay(page, parisDay(day));
      await page.keyboard.press('Escape');
      await page.getByRole('checkbox').check();
    },
  },
  {
    name: 'all-dates-and-a-long-name',
    async show(page) {
      await openHydrated(page, '/booking');
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
    texts: NOTICES.noDate,
    async show(page) {
      await openHydrated(page, '/booking');
      await sendBooking(page);
      await expect(notice(page, NOTICES.noDate[1])).toBeVisible();
    },
  },
  {
    name: 'booking-failed',
    texts: NOTICES.bookingFailed,
    logs: LOST_CALL,
    async show(page) {
      await sendFilled(page, FORMS.booking, loseCalls);
      await expect(notice(page, FORMS.booking.failed)).toBeVisible();
    },
  },
  {
    name: 'booking-sent',
    texts: [NOTICES.bookingSent],
    words: [NOTICES.withoutFunding],
    async show(page) {
      await sendFilled(page, FORMS.booking, answerStored);
      await stay(page);
    },
  },
  {
    name: 'booking-readable-only',
    logs: logsOfFailedLoad('booking'),
    show: (page) => showWithoutBooking(page, (at) => at.goto('/booking')),
  },
  {
    name: 'booking-absent',
    logs: logsOfFailedLoad('booking'),
    show: (page) =>
      showWithoutBooking(page, async (at) => {
        await openHydrated(at, '/contact');
        await footerLink(at, '/booking').click();
      }),
  },
];
