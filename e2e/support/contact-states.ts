import { expect, type Page } from '@playwright/test';
import { contactField, fillContact, sendContact } from './contact';
import { openHydrated } from './hydration';
import { notice } from './page-parts';
import {
  answerStored,
  EMAIL,
  LONG_EMAIL,
  LONG_NAME,
  LOST_CALL,
  loseCalls,
  refuseTooMany,
  stay,
  TOO_MANY_CALLS,
} from './sending';
import type { State } from './state';

async function sendFilledContact(page: Page, network: (page: Page) => Promise<unknown>) {
  await network(page);
  await openHydrated(page, '/contact');
  await fillContact(page, EMAIL);
  await sendContact(page);
}

export const contactStates: readonly State[] = [
  {
    name: 'contact-errors',
    async show(page) {
      await openHydrated(page, '/contact');
      await sendContact(page);
      await expect(page.getByRole('group', { name: /À corriger/ })).toBeFocused();
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
    name: 'contact-too-often',
    logs: TOO_MANY_CALLS,
    async show(page) {
      await sendFilledContact(page, refuseTooMany);
      await expect(page.getByText('Réessayez dans 8 minutes')).toBeVisible();
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
      await openHydrated(page, '/contact');
      await fillContact(page, LONG_EMAIL);
      await contactField(page, 'Nom').fill(LONG_NAME);
      await contactField(page, 'Votre message').fill('Bonjour,\nà quelle heure commence la journée\u202f?');
      await sendContact(page);
      await stay(page);
    },
  },
];
