/** @jest-environment node */

import { cleanEmail, cleanLine, cleanText } from './texts';

test.each([
  ['  Camille  ', 'Camille'],
  ['Jean\tMarc', 'Jean Marc'],
  ['Jean\u2028Marc\u0000', 'Jean Marc'],
  ['Zoé\ud83d', 'Zoé'],
  ['Anne-Lise D’Été 😀', 'Anne-Lise D’Été 😀'],
])('cleans the line %j to %j', (typed, clean) => {
  expect(cleanLine(typed)).toBe(clean);
});

test.each([
  [' Bonjour,\n\n\tmerci. ', 'Bonjour,\n\n\tmerci.'],
  ['a\u0000b\r\nc', 'ab\nc'],
  ['   ', ''],
])('cleans the text %j to %j', (typed, clean) => {
  expect(cleanText(typed)).toBe(clean);
});

test.each([
  [' marie@agence.fr\t', 'marie@agence.fr'],
  ['marie@café.fr', 'marie@xn--caf-dma.fr'],
  ['marie@Agence-Été.FR', 'marie@xn--agence-t-h1ab.fr'],
  ['marie@cafe\u0301.fr', 'marie@xn--caf-dma.fr'],
  ['marie@xn--caf-dma.fr', 'marie@xn--caf-dma.fr'],
  ['Marie@Agence.fr', 'Marie@Agence.fr'],
  ['élodie@agence.fr', 'élodie@agence.fr'],
  ['marie@é.fr:80', 'marie@é.fr:80'],
  ['marie@é.fr/x', 'marie@é.fr/x'],
  ['marie@é..fr', 'marie@xn--9ca..fr'],
  ['marie@\u00ad', 'marie@\u00ad'],
  [`${'m'.repeat(240)}@café.fr`, `${'m'.repeat(240)}@café.fr`],
  ['café.fr', 'café.fr'],
  ['@', '@'],
  ['', ''],
])('cleans the e-mail address %j to %j', (typed, clean) => {
  expect(cleanEmail(typed)).toBe(clean);
});
