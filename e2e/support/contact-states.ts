import { expect } from '@playwright/test';
import { sendContact } from './contact';
import { FORMS, sendFilled } from './forms';
import { openHydrated } from './hydration';
import { notice } from './page-parts';
import { answerStored, stay } from './sending';
import { CONTACT_MESSAGES, NOTICES } from './specification';
import type { State } from './state';

export const contactStates: readonly State[] = [
  {
    name: 'contact-errors',
    texts: CONTACT_MESSAGES,
    async show(page) {
      await openHydrated(page, '/contact');
      await sendContact(page);
      await expect(page.getByRole('group', { name: /À corriger/ })).toBeFocused();
    },
  },
  {
    name: 'contact-sent',
    windowOnly: true,
    texts: [NOTICES.contactSent],
    words: [NOTICES.withoutFunding],
    async show(page) {
      await sendFilled(page, FORMS.contact, answerStored);
      await notice(page, NOTICES.contactSent).hover();
      await stay(page);
    },
  },
];
