/** @jest-environment node */

import { formatFrenchDelay, toTelHref } from './french';

test.each([
  [1, 'une minute'],
  [60, 'une minute'],
  [61, '2\u00a0minutes'],
  [437, '8\u00a0minutes'],
  [600, '10\u00a0minutes'],
  [5400, '90\u00a0minutes'],
  [5401, '2\u00a0heures'],
  [86_400, '24\u00a0heures'],
])('%d s are rounded up to %s', (seconds, text) => {
  expect(formatFrenchDelay(seconds)).toBe(text);
});

test.each([
  ['06 12 34 56 78', 'tel:+33612345678'],
  ['0692 12 34 56', 'tel:+262692123456'],
  ['3639', 'tel:3639'],
  ['0800 ABC', 'tel:0800'],
])('the number %s becomes the link %s', (phone, href) => {
  expect(toTelHref(phone)).toBe(href);
});
