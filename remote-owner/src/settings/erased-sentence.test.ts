/** @jest-environment node */

import { settings } from '../content/settings';

test.each([
  [{ contacts: 2, reservations: 0, mails: 2 }, '2\u00a0messages et 2\u00a0e-mails ont été effacés.'],
  [{ contacts: 0, reservations: 1, mails: 0 }, '1\u00a0réservation a été effacée.'],
  [{ contacts: 0, reservations: 2, mails: 0 }, '2\u00a0réservations ont été effacées.'],
  [{ contacts: 1, reservations: 0, mails: 0 }, '1\u00a0message a été effacé.'],
  [{ contacts: 1, reservations: 1, mails: 3 }, '1\u00a0message, 1\u00a0réservation et 3\u00a0e-mails ont été effacés.'],
])('after an erasure of %j, the sentence names what is gone', (counts, sentence) => {
  expect(settings.eraseDone(counts)).toBe(sentence);
});
