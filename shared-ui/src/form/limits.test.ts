import { EMAIL_RULE, LIMITS } from './limits';

test.each([
  'a@b.fr',
  'prenom.nom+relance@agence.immo',
  'elodie@xn--caf-dma.fr',
  'x@sous.domaine.example',
  "o'neill@agence.fr",
])('%s is an address', (address) => {
  expect(EMAIL_RULE.test(address)).toBe(true);
});

test.each([
  '',
  'marie',
  'marie@',
  '@agence.fr',
  'marie@agence',
  'élodie@agence.fr',
  'marie@-agence.fr',
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
])('%j is not', (address) => {
  expect(EMAIL_RULE.test(address)).toBe(false);
});

test('the longest address is what mail servers take', () => {
  expect(LIMITS.email).toBe(254);
});
