/** @jest-environment node */

import { formatPhone, messagingNumber } from './phone';

test.each([
  ['0639980000', '06\u00a039\u00a098\u00a000\u00a000', '+33639980000'],
  ['+33 (0)6.39.98.00.00', '06\u00a039\u00a098\u00a000\u00a000', '+33639980000'],
  ['01 99 00 00 00', '01\u00a099\u00a000\u00a000\u00a000', null],
  ['+32 470 12 34 56', '+32 470 12 34 56', '+32470123456'],
  ['3639', '3639', null],
  ['le soir', 'le soir', null],
])('the number %s is shown as %s, and receives messages at %s', (phone, shown, messages) => {
  expect(formatPhone(phone)).toBe(shown);
  expect(messagingNumber(phone)).toBe(messages);
});
