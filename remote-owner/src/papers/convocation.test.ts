/** @jest-environment node */

import { DAY, data, marked, plainOf, request } from '../../tests/support/paper-data';
import { WRITE } from './all-papers';

describe('the convocation', () => {
  test('a convocation has its day, that on which it went out, and the name of who sends it', () => {
    const convocation = (sentOn: string | null) => plainOf(WRITE.convocation(data({ papers: marked({ sentOn }) })));
    expect(convocation(null)).toContain('"Date","mardi 8 décembre 2026"');
    expect(convocation('2026-12-01')).toContain('"Date","mardi 1er décembre 2026"');
    expect(convocation(null)).toMatch(/Pour l’organisme, [^"]*Ada Martin/);
  });

  test.each([
    ['97490 Sainte-Clotilde\nLa Réunion', [DAY], 'La Réunion', 'de 12 h à 15 h 30 et de 16 h 30 à 21 h'],
    ['97300 Cayenne', [DAY], 'Guyane', 'de 5 h à 8 h 30 et de 9 h 30 à 14 h'],
    ['97100 Basse-Terre', [DAY], 'Guadeloupe', 'de 4 h à 7 h 30 et de 8 h 30 à 13 h'],
    ['98714 Papeete', [DAY], 'Tahiti', 'de 22 h la veille à 1 h 30 et de 2 h 30 à 7 h'],
    ['98800 Nouméa', [DAY], 'Nouvelle-Calédonie', 'de 19 h à 22 h 30 et de 23 h 30 à 4 h le lendemain'],
    [
      '97200 Fort-de-France',
      [DAY, '2027-06-15'],
      'Martinique',
      'Jour 1 : de 4 h à 7 h 30 et de 8 h 30 à 13 h (Martinique)\\nJour 2 : de 3 h à 6 h 30 et de 7 h 30 à 12 h',
    ],
  ] as const)('a convocation to %s for %j has the local hours of %s too', (town, confirmedDates, place, hours) => {
    const own = data({ address: `45 chemin Neuf, ${town}` }, { request: { ...request, confirmedDates } });
    expect(plainOf(WRITE.convocation(own))).toContain(`["Heure locale","${hours} (${place})"]`);
  });

  test.each([
    ['Hauptstr. 1, 97199 Ochsenfurt', false],
    ['Via Roma 1, 97100 Ragusa', false],
    ['12 rue du Port, 97460 Bois de Nèfles St Paul', true],
    ['45 chemin Neuf, 97200 FORT DE FRANCE CEDEX', true],
    ['2 rue du Port, 97233 Schoelcher', true],
    ['3 allée des Roses, 97425 Les Colimaçons, La Réunion', true],
  ])('of %s, a convocation has the local hours: %s', (address, isOverseas) => {
    expect(plainOf(WRITE.convocation(data({ address }))).includes('Heure locale')).toBe(isOverseas);
  });

  test('a convocation within mainland France has one time', () => {
    expect(plainOf(WRITE.convocation(data()))).not.toContain('locale');
  });
});
