/** @jest-environment node */

import { cleanLine, cleanText } from './texts';

test.each([
  ['  Camille  ', 'Camille'],
  ['Jean\tMarc', 'Jean Marc'],
  ['Jean\u2028Marc\u0000', 'Jean Marc'],
  ['Zoé\ud83d', 'Zoé'],
  ['He\u0301le\u0300ne', 'Hélène'],
  ['Anne-Lise D’Été 😀', 'Anne-Lise D’Été 😀'],
])('cleanLine turns %j into %j', (typed, clean) => {
  expect(cleanLine(typed)).toBe(clean);
});

test.each([
  [' Bonjour,\n\n\tmerci. ', 'Bonjour,\n\n\tmerci.'],
  ['a\u0000b\r\nc', 'ab\nc'],
  ['de\u000bPowerPoint\u000cet\u0085Word\u2028fin\r', 'de\nPowerPoint\net\nWord\nfin'],
  ['de\u0301jà', 'déjà'],
  ['   ', ''],
])('cleanText turns %j into %j', (typed, clean) => {
  expect(cleanText(typed)).toBe(clean);
});
