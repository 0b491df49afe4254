/** @jest-environment node */

import {
  areDaysOver,
  durationAtStart,
  durationOf,
  followedLess,
  followedMinutes,
  followedShare,
  halvesOf,
  halvesOn,
  hasFirstDayCome,
  hasLastDayCome,
  plannedMinutes,
} from './day-hours.ts';
import type { HalfDay } from './day-papers.ts';

const part = (from: string, to: string, text = 'Relances') => ({ from, to, text });
const halves = (morning: readonly string[], afternoon: readonly string[]) => ({
  morning: { from: morning[0], to: morning[1] },
  afternoon: { from: afternoon[0], to: afternoon[1] },
});

test.each([
  ['a lunch between', [part('09:00', '12:30'), part('13:30', '18:00')], halves(['09:00', '12:30'], ['13:30', '18:00'])],
  [
    'a coffee before the lunch',
    [part('09:00', '10:30'), part('10:45', '12:30'), part('14:00', '16:00'), part('16:15', '18:00')],
    halves(['09:00', '12:30'], ['14:00', '18:00']),
  ],
  [
    'a lunch that is a part',
    [part('09:00', '12:30'), part('12:30', '13:30', 'Déjeuner libre'), part('13:30', '18:00')],
    halves(['09:00', '12:30'], ['13:30', '18:00']),
  ],
  ['a coffee alone', [part('09:00', '10:30'), part('10:45', '18:00')], undefined],
  ['one part', [part('09:00', '18:00')], undefined],
  ['no timetable', undefined, undefined],
])('the halves of a day with %s are as planned', (_, day, expected) => {
  expect(halvesOf(day)).toEqual(expected);
});

test.each([
  ['one part until the evening', [part('09:00', '18:00')], ['morning', 'afternoon']],
  ['no part', undefined, ['morning', 'afternoon']],
  ['parts that end at noon', [part('09:00', '10:30'), part('10:45', '12:30')], ['morning']],
  ['a part that begins after noon', [part('13:30', '17:00')], ['afternoon']],
])('a day with %s has these halves, until they are noted otherwise', (_, day, expected) => {
  const noted = (half: 'morning' | 'afternoon', from: string | null, to: string | null) => ({
    date: '2026-12-07',
    half,
    from,
    to,
  });
  const halvesWith = (...kept: readonly HalfDay[]) => halvesOn('2026-12-07', kept, day);
  expect(halvesWith()).toEqual(expected);
  expect(halvesWith(noted('morning', null, null), noted('afternoon', null, null))).toEqual(expected);
  expect(halvesWith(noted('morning', '09:00', '12:30'), noted('afternoon', '12:30', '12:30'))).toEqual(['morning']);
  expect(halvesWith(noted('morning', '09:00', '12:30'), noted('afternoon', null, null))).toHaveLength(2);
});

test('a timetable plans the time without its lunch, or from its beginning to its end', () => {
  expect(plannedMinutes([part('09:00', '12:30'), part('13:30', '16:30')])).toBe(390);
  expect(plannedMinutes([part('09:00', '10:30'), part('10:45', '17:00')])).toBe(480);
  expect(plannedMinutes(undefined)).toBe(0);
});

test.each([
  ['without a timetable', undefined, '8\u00a0heures', 'Huit heures'],
  ['as long as without one', [part('09:00', '13:00'), part('14:00', '18:00')], '8\u00a0heures', 'Huit heures'],
  ['of other whole hours', [part('09:00', '12:30'), part('13:30', '17:00')], '7\u00a0heures', '7\u00a0heures'],
  ['of half an hour less', [part('09:30', '13:00'), part('14:00', '18:00')], '7\u00a0h\u00a030', '7\u00a0h\u00a030'],
  ['of one hour', [part('09:00', '10:00')], '1\u00a0heure', '1\u00a0heure'],
])('a day %s is announced by its length', (_, day, duration, atStart) => {
  expect([durationOf(day), durationAtStart(day)]).toEqual([duration, atStart]);
});

test.each([
  ['the hours of the plan', ['12:30', '18:00'], 480, false, undefined],
  ['a quarter of an hour less', ['12:30', '17:45'], 480, false, undefined],
  ['more than a quarter of an hour less', ['12:30', '17:44'], 480, true, undefined],
  ['a morning alone, while nobody has noted the afternoon', ['12:30'], 480, false, undefined],
  ['an absence, while nobody has noted the other half', [null], 480, true, undefined],
  ['two absences', [null, null], 480, true, undefined],
  ['a longer timetable than when they were noted', ['12:30', '18:00'], 540, false, 480],
  ['a shorter timetable than when they were noted', ['12:30', '17:00'], 420, true, 480],
])('of %s, less than the plan was followed: %s, %s min today: %s', (_, ends, today, isLess, planned) => {
  const kept = ends.map((to, at) => ({
    date: '2026-12-07',
    half: at === 0 ? ('morning' as const) : ('afternoon' as const),
    from: to && (at === 0 ? '09:00' : '13:30'),
    to,
    ...(planned && { planned }),
  }));
  expect(followedLess(kept, ['2026-12-07'], { dayMinutes: today, tolerated: 15 })).toBe(isLess);
});

test('what was noted for a day that has moved since is no absence', () => {
  const absent = { date: '2026-12-07', half: 'morning', from: null, to: null } as const;
  expect(followedLess([absent], ['2026-12-08'], { dayMinutes: 480, tolerated: 15 })).toBe(false);
});

test('minutes count once each half of each day is noted, and an absence counts none', () => {
  const morning = { date: '2026-12-07', half: 'morning', from: '09:02', to: '12:30' } as const;
  const afternoon = { date: '2026-12-07', half: 'afternoon', from: null, to: null } as const;
  expect(followedMinutes([morning], ['2026-12-07'])).toBeNull();
  expect(followedMinutes([morning, afternoon], ['2026-12-07'])).toBe(208);
  expect(followedMinutes([morning, afternoon], ['2026-12-07', '2026-12-08'])).toBeNull();
  expect(followedMinutes([morning, afternoon], ['2026-12-08'])).toBeNull();
  expect(followedMinutes(null, [])).toBeNull();
});

test('the share of a price is that of the followed minutes among the planned ones, to the cent, once each half-day is noted', () => {
  const kept = [
    { date: '2026-12-07', half: 'morning', from: '09:00', to: '12:30', planned: 480 },
    { date: '2026-12-07', half: 'afternoon', from: null, to: null, planned: 480 },
  ] as const;
  const price = { cents: 19_900, days: ['2026-12-07'], dayMinutes: 420, tolerated: 15 };
  expect(followedShare(kept, price)).toBe(8706);
  expect(followedShare(kept.slice(0, 1), price)).toBeNull();
});

test.each([
  [[], false, false, false],
  [['2026-11-24', '2026-11-25'], false, false, false],
  [['2026-11-23', '2026-11-24'], true, false, false],
  [['2026-11-20', '2026-11-23'], true, true, false],
  [['2026-11-20', '2026-11-22'], true, true, true],
] as const)('on the 23rd, of %j, the first has come: %j, the last: %j, all are over: %j', (days, first, last, over) => {
  const today = '2026-11-23';
  expect([hasFirstDayCome(days, today), hasLastDayCome(days, today), areDaysOver(days, today)]).toEqual([
    first,
    last,
    over,
  ]);
});
