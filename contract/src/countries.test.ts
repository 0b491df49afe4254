import { mayBeAbroad, readBusinessNumber } from './countries.ts';

test.each([
  ['732 829 320 00074', false, '732829320'],
  ['732 829 320', true, '732829320'],
  [' GB123456789 ', true, 'GB123456789'],
  ['GB123456789', false, null],
  ['aucun', true, null],
  ['1', true, null],
])('the number of a business, typed as %j, abroad: %s, is %j', (typed, isAbroad, number) => {
  expect(readBusinessNumber(typed, isAbroad)).toBe(number);
});

test.each([
  ['12 Baker Street, London NW1 6XE, Royaume-Uni', true],
  ['1 Bahnhofstrasse\n8001 Zürich\nSuisse', true],
  ['2 quai Antoine, 98000 Monaco', true],
  ['8 rue de Sébastopol, 98800 Nouméa', true],
  ['3 rue des Lilas, 35000 Rennes, France', false],
  ['3 rue des Lilas\n97400 Saint-Denis\nLa Réunion', false],
  ['', false],
])('a business at %j may have another number than a SIREN: %s', (address, isAbroad) => {
  expect(mayBeAbroad(address)).toBe(isAbroad);
});
