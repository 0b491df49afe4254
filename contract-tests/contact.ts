import { randomUUID } from 'node:crypto';
import type { TestBackend } from '@site/backend/tests/support/backend';
import { sendContactMessage } from '@site/remote-contact/src/api/send-contact-message';
import { contactSchema } from '@site/remote-contact/src/form/contact-schema';
import { contactCase } from './cases';
import { checkCases } from './check-cases';

export function describeContact(backend: () => TestBackend): void {
  test('the contact form and the database accept the same values, and store what was sent', async () => {
    await checkCases(contactCase, async (typed) => {
      const isAccepted = contactSchema.isValidSync(typed);
      const sent = contactSchema.cast(typed);
      const attempt = randomUUID();
      const outcome = await sendContactMessage(backend(), { attempt }, sent);
      const stored = await backend().owner.query(STORED_CONTACT, [attempt]);
      const { telephone, message, ...request } = sent;
      const expected = { ...request, phone: telephone, message: message || null };
      expect({ isAccepted, outcome, stored }).toEqual({
        isAccepted,
        outcome: isAccepted ? { ok: true } : { ok: false, reason: 'rejected', error: refusedByRule },
        stored: isAccepted ? [{ request: expect.objectContaining(expected) }] : [],
      });
      return isAccepted;
    });
  });
}

const STORED_CONTACT = 'select private.contact_json(c) as request from public.contacts c where c.attempt = $1';

/** Refused by a constraint, not as text that PostgreSQL cannot store. */
const refusedByRule = expect.objectContaining({ code: expect.stringMatching(/^23(502|514)$/) });
