/** @jest-environment node */

import { describeFailure, listDates } from './booking';

test.each([
  [['2026-11-23'], 'le lundi 23 novembre 2026'],
  [['2026-11-23', '2026-12-01'], 'le lundi 23 novembre 2026 et le mardi 1er décembre 2026'],
  [
    ['2026-11-23', '2026-12-01', '2027-01-04'],
    'le lundi 23 novembre 2026, le mardi 1er décembre 2026 et le lundi 4 janvier 2027',
  ],
])('the summary of the dates lists few dates in full: %j', (dates, summary) => {
  expect(listDates(dates)).toBe(summary);
});

test('the summary of the dates groups many dates by month', () => {
  const dates = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-15', '2027-01-04', '2027-12-06'];
  expect(listDates(dates)).toBe(
    'le 30 novembre 2026, les 1er, 2 et 15 décembre 2026, le 4 janvier 2027 et le 6 décembre 2027',
  );
});

test.each([
  ['nothing is stored', { reason: 'rejected' }, /n’est pas partie/],
  ['the server is away', { reason: 'offline' }, /le serveur ne répond pas/],
  ['there are too many', { reason: 'too-many' }, /Réessayez un peu plus tard/],
  ['there are too many for 437 s', { reason: 'too-many', isReserved: true, retryAfterS: 437 }, /dans 8\sminutes/],
  ['only the dates are missing', { reason: 'offline', isReserved: true }, /sans attendre.*seules les dates/],
] as const)('a booking that fails says what to do next when %s', (_, failure, words) => {
  expect(describeFailure({ ok: false, error: null, ...failure })).toMatch(words);
});
