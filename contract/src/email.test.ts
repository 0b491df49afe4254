import { cleanEmail, isEmail } from './email.ts';

test.each([
  ...['a@b.fr', 'prenom.nom+relance@agence.immo', 'elodie@xn--caf-dma.fr', 'x@sous.domaine.example'],
  ...["o'neill@agence.fr", '1.!#$%&*+/=?^_`{|}~-@agence.fr', 'x@1.a-b.2-c.i0', 'x@a.b-c'],
  `x@${'a'.repeat(63)}.${'b'.repeat(63)}`,
])('the e-mail rule accepts %s', (address) => {
  expect(isEmail(address)).toBe(true);
});

test.each([
  ...['', 'marie', 'marie@', '@agence.fr', 'marie@agence', 'élodie@agence.fr', 'marie@-agence.fr'],
  ...['marie@agence-.fr', 'marie@agence.-fr', 'marie@agence.fr-', 'marie@agence..fr', 'marie@agence_immo.fr'],
  ...['marie@agence.f_r', 'marie@agence.f_', 'marie@agence._r'],
  `marie@${'a'.repeat(64)}.fr`,
  `marie@agence.${'a'.repeat(64)}`,
  ...['marie@agence.f', 'marie@agence.fr.', 'marie@@agence.fr', 'marie@a@gence.fr', 'marie dupont@agence.fr'],
  ...['marie@agence .fr', 'marie@agence.fr\n', 'marie\u0000@agence.fr', '<marie@agence.fr>', 'marie,paul@agence.fr'],
  ...['marie@agence.fr;paul@agence.fr', '"marie"@agence.fr', 'marie(absente)@agence.fr'],
])('the e-mail rule refuses %j', (address) => {
  expect(isEmail(address)).toBe(false);
});

test('an address has at most 254 characters', () => {
  expect(isEmail(`${'x'.repeat(244)}@agence.fr`)).toBe(true);
  expect(isEmail(`${'x'.repeat(245)}@agence.fr`)).toBe(false);
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
  ['ma\u200brie@age\u00adnce.fr\u202c', 'marie@agence.fr'],
  ['marie @\u00a0agence. fr', 'marie@agence.fr'],
  ['mailto:marie@agence.fr?subject=Bonjour', 'marie@agence.fr'],
  ['MAILTO:marie%40agence.fr', 'marie@agence.fr'],
  ['Marie Roy <marie@agence.fr>;', 'marie@agence.fr'],
  ['"Roy, Marie" <mailto:marie@agence.fr>', 'marie@agence.fr'],
  ['marie@agence.fr;', 'marie@agence.fr'],
  ['marie\u0000@agence.fr\ud83d', 'marie\ufffd@agence.fr\ufffd'],
  ['marie@agence.fr.,', 'marie@agence.fr'],
  ['Marie <marie@agence.fr>, Paul <paul@agence.fr>', 'Marie<marie@agence.fr>,Paul<paul@agence.fr>'],
  [`${'m'.repeat(240)}@café.fr`, `${'m'.repeat(240)}@café.fr`],
  ['café.fr', 'café.fr'],
  ['@', '@'],
  ['', ''],
])('cleanEmail cleans %j to %j', (typed, clean) => {
  expect(cleanEmail(typed)).toBe(clean);
});
