import { expect, type Page } from '@playwright/test';
import { dateButton, pickDay, sendBooking } from './booking';
import { sendContact } from './contact';
import { parisDay } from './days';
import { openLive } from './live';
import { notice } from './page-parts';

/** What is on screen only after an action of the visitor, on any screen size. */
export const OPEN_STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the open calendar, with a date chosen': async (page) => {
    await openLive(page, '/booking');
    await pickDay(page, parisDay(5));
    await expect(dateButton(page)).toHaveText('1 date(s) sélectionnée(s)');
  },
  'the chosen dates, one of them too near for funding': async (page) => {
    await openLive(page, '/booking');
    await pickDay(page, parisDay(5));
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox').check();
  },
  'the booking form with its error, and an error notice': async (page) => {
    await openLive(page, '/booking');
    await sendBooking(page);
    await expect(notice(page, 'Veuillez sélectionner au moins une date')).toBeVisible();
  },
  'the contact form with its errors': async (page) => {
    await openLive(page, '/contact');
    await sendContact(page);
    await expect(page.getByRole('main').getByRole('alert').first()).toBeFocused();
  },
  'the open dialog of cookies': async (page) => {
    await openLive(page, '/politique-de-cookies');
    await page
      .getByRole('main')
      .getByRole('button', { name: /préférences/i })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
};
