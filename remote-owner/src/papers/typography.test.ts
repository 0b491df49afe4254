/** @jest-environment node */

import { typeset } from './typography';

describe('the typography', () => {
  test('the spaces and hyphens of French typography', () => {
    expect(typeset('« Oui » : 8 heures, 30 % ; non !')).toBe(
      '«\u202fOui\u202f»\u00a0: 8\u00a0heures, 30\u00a0%\u202f; non\u202f!',
    );
    const whole = [
      'mardi 15 décembre 2026',
      'mardi 1er décembre',
      '732 829 320',
      '53 35 12345 67',
      '06 12 34 56 78',
      '1 à 5',
      'BP 40123',
    ];
    for (const one of whole) expect(typeset(one)).toBe(one.replaceAll(' ', '\u00a0'));
    expect(typeset('une demi-journée, par e-mail.')).toBe('une demi\u2011journée, par e\u2011mail.');
    const addresses = [
      'e-mail@port.example',
      'e-mail.ada@port.example',
      'ada_e-mail@port.example',
      'https://port.example/e-mail',
    ];
    for (const address of addresses) expect(typeset(address)).toBe(address);
    expect(typeset('dites-nous, rendez-vous')).toBe('dites\u2011nous, rendez\u2011vous');
    expect(typeset("l'accueil")).toBe('l’accueil');
    expect(typeset('L6353-4, 5° ; D6313-3-1 et (261-4-4° a), 12-14 rue du Port')).toBe(
      'L6353\u20114, 5°\u202f; D6313\u20113\u20111 et (261\u20114\u20114° a), 12-14 rue du Port',
    );
  });
});
