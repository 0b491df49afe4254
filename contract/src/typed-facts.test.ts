import { cleanFact, cleanPasted, isPlausible, readSiren } from './typed-facts';

test.each([
  ['Un titre\u000bsur deux lignes\u000c', 'Un titre sur deux lignes'],
  ['Une page\u0085puis\r\n\tl’autre\u2028fin', 'Une page puis l’autre fin'],
  ['de\u00a0Word\u00a0\u00a0: «\u00a0oui\u00a0»\u202f!', 'de Word\u00a0: «\u00a0oui\u00a0»\u202f!'],
  ['Prix\u00a0: 1\u202f490\u00a0€', 'Prix\u00a0: 1\u202f490\u00a0€'],
  ['l‘outil “ simple ” et „court”', 'l’outil «\u00a0simple\u00a0» et «\u00a0court\u00a0»'],
  ['He\u0301le\u0300ne\u200b\u00ad', 'Hélène'],
])('what is pasted as %j becomes %j', (pasted, clean) => {
  expect(cleanPasted(pasted)).toBe(clean);
});

test.each([
  ['732 829 320', '732829320'],
  ['732.829.320', '732829320'],
  ['732 829 320 00074', '732829320'],
  ['732829321', null],
  ['123', null],
  ['7328293200007', null],
  ['SIREN 732829320', null],
])('the SIREN of %j is %j', (typed, siren) => {
  expect(readSiren(typed)).toBe(siren);
});

test.each([
  ['publisher.siren', '732829320 00074', '732 829 320'],
  ['publisher.siren', '123', '123'],
  ['email', 'Ada <ada@exemple.fr>;', 'ada@exemple.fr'],
  ['replyTime', ' sous\u000bdeux jours', 'sous deux jours'],
])('the %s %j is stored as %j', (key, typed, stored) => {
  expect(cleanFact(key, typed)).toBe(stored);
});

test.each([
  ['publisher.siren', '732 829 320', true],
  ['publisher.siren', '123', false],
  ['publisher.vat', 'FR 44 732 829 320', true],
  ['publisher.vat', 'N° TVA : FR44732829320', true],
  ['publisher.vat', 'TVA non applicable, article 293 B du CGI', true],
  ['publisher.vat', 'FR 45 732 829 320', false],
  ['publisher.vat', 'FR 44 732 829 32', false],
  ['publisher.vat', '44732829320', false],
  ['nda', '11 75 12345 75', true],
  ['nda', '1175', false],
  ['publisher.name', '123', true],
  ['nda', '', true],
])('the %s %j is plausible: %j', (key, text, isRight) => {
  expect(isPlausible(key, text)).toBe(isRight);
});
