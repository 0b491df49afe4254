import { cleanLine, cleanText } from './clean-text';

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
