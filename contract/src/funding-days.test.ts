import { fundingDays, lastReimbursementDay } from './funding-days.ts';

test.each([
  [[], '', ''],
  [['2026-12-01'], 'le mardi 1er décembre 2026', ''],
  [['2026-12-22'], '', 'le lundi 7 décembre 2026'],
  [
    ['2026-12-01', '2026-12-22'],
    'le mardi 1er décembre 2026',
    'le lundi 7 décembre 2026 pour le mardi 22 décembre 2026',
  ],
  [['2026-12-22', '2026-12-23'], '', 'le lundi 7 décembre 2026 pour le mardi 22 décembre 2026'],
])('of %j it names the days that are too late for the file, and when it is due for the next one', (days, late, due) => {
  expect(fundingDays(days, '2026-11-29')).toMatchObject({ late, due });
});

test.each([
  [[], ''],
  [['2026-12-01'], ''],
  [['2026-12-14'], 'c’est aujourd’hui'],
  [['2026-12-15'], 'c’est demain'],
  [['2026-12-01', '2026-12-21'], 'c’est dans 7\u00a0jours'],
  [['2026-12-22'], ''],
  [['2026-12-15', '2027-01-19'], 'c’est demain'],
])('of the days %j it says when the file must go so soon that it can hardly be complete: « %s »', (days, soon) => {
  expect(fundingDays(days, '2026-11-29').soon).toBe(soon);
});

test.each([
  ['2026-11-22', '2027-03-22'],
  ['2026-10-31', '2027-02-28'],
  ['2027-10-30', '2028-02-29'],
  ['2026-08-31', '2026-12-31'],
])('after a day on %s, AGEFICE is asked to pay back until %s', (day, until) => {
  expect(lastReimbursementDay(day)).toBe(until);
});
