import { expect } from '@playwright/test';
import { contactField, fillContact, sendContact } from './contact';
import { FORMS, sendFilled } from './forms';
import { openHydrated } from './hydration';
import { notice } from './page-parts';
import {
  answerStored,
  LONG_EMAIL,
  LONG_NAME,
  LOST_CALL,
  loseCalls,
  refuseTooMany,
  stay,
  TOO_MANY_CALLS,
} from './sending';
import type { State } from './state';

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
    isRepeated: true,
    windowOnly: true,
    logs: LOST_CALL,
    async show(page) {
      await sendFilled(page, FORMS.contact, loseCalls);
      await expect(notice(page, 'Une erreur est survenue')).toBeVisible();
    },
  },
  {
    name: 'contact-too-often',
    isRepeated: true,
    logs: TOO_MANY_CALLS,
    async show(page) {
      await sendFilled(page, FORMS.contact, refuseTooMany);
      await expect(page.getByText('Réessayez dans 8 minutes')).toBeVisible();
    },
  },
  {
    name: 'contact-sent',
    windowOnly: true,
    async show(page) {
      await sendFilled(page, FORMS.contact, answerStored);
      await notice(page, 'Formulaire envoyé !').hover();
      await stay(page);
    },
  },
  {
    name: 'contact-sent-by-a-long-name',
    isRepeated: true,
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
