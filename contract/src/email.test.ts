import { isEmail } from './email';

test.each([
  'a@b.fr',
  'prenom.nom+relance@agence.immo',
  'elodie@xn--caf-dma.fr',
  'x@sous.domaine.example',
  "o'neill@agence.fr",
  '1.!#$%&*+/=?^_`{|}~-@agence.fr',
  'x@1.a-b.2-c.i0',
  'x@a.b-c',
  `x@${'a'.repeat(63)}.${'b'.repeat(63)}`,
])('the e-mail rule accepts %s', (address) => {
  expect(isEmail(address)).toBe(true);
});

test.each([
  '',
  'marie',
  'marie@',
  '@agence.fr',
  'marie@agence',
  'élodie@agence.fr',
  'marie@-agence.fr',
  'marie@agence-.fr',
  'marie@agence.-fr',
  'marie@agence.fr-',
  'marie@agence..fr',
  'marie@agence_immo.fr',
  'marie@agence.f_r',
  'marie@agence.f_',
  'marie@agence._r',
  `marie@${'a'.repeat(64)}.fr`,
  `marie@agence.${'a'.repeat(64)}`,
  'marie@agence.f',
  'marie@agence.fr.',
  'marie@@agence.fr',
  'marie@a@gence.fr',
  'marie dupont@agence.fr',
  'marie@agence .fr',
  'marie@agence.fr\n',
  'marie\u0000@agence.fr',
  '<marie@agence.fr>',
  'marie,paul@agence.fr',
  'marie@agence.fr;paul@agence.fr',
  '"marie"@agence.fr',
  'marie(absente)@agence.fr',
])('the e-mail rule refuses %j', (address) => {
  expect(isEmail(address)).toBe(false);
});

test('an address has at most 254 characters', () => {
  expect(isEmail(`${'x'.repeat(244)}@agence.fr`)).toBe(true);
  expect(isEmail(`${'x'.repeat(245)}@agence.fr`)).toBe(false);
});
