import { randomUUID } from 'node:crypto';
import type { TestBackend } from '@site/backend/tests/support/engines';
import { sendContactMessage } from '@site/remote-contact/src/api/send-contact-message';
import { contactSchema } from '@site/remote-contact/src/form/contact-schema';
import { contactCase } from './cases';
import { checkCases } from './check-cases';

/** That the contact form refuses what the database would, and nothing else. */
export function describeContact(backend: () => TestBackend): void {
  test('the contact form and the database judge alike, and what is stored is what was sent', async () => {
    await checkCases(contactCase, async (typed) => {
      const isAccepted = contactSchema.isValidSync(typed);
      const { isAgefice, message, ...sent } = contactSchema.cast(typed);
      const attempt = randomUUID();
      const outcome = await sendContactMessage(backend(), { attempt }, { ...sent, message, isAgefice });
      const stored = await backend().owner.query(
        'select prenom, nom, email, telephone, message, is_agefice from public.contacts where attempt = $1',
        [attempt],
      );
      expect({ isAccepted, outcome, stored }).toEqual({
        isAccepted,
        outcome: isAccepted ? { ok: true } : { ok: false, reason: 'rejected', error: refusedByRule },
        stored: isAccepted ? [{ ...sent, message: message || null, is_agefice: isAgefice }] : [],
      });
      return isAccepted;
    });
  });
}

/** A rule's refusal, not that of a text that no database takes. */
const refusedByRule = expect.objectContaining({ code: expect.stringMatching(/^23(502|514)$/) });
