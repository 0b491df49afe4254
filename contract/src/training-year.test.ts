/** @jest-environment node */

import { HALVES } from './day-papers.ts';
import { sumYear as sumOn, type TaughtReservation } from './training-year.ts';

const DAY = '2026-03-04';
const taught = (changes: Partial<TaughtReservation> = {}): TaughtReservation => ({
  id: 'a',
  name: 'Alex Martin',
  isAgefice: false,
  payer: 'self',
  payerName: null,
  status: 'independent',
  priceCents: null,
  followedCents: null,
  agreedCents: null,
  dayCents: null,
  depositCents: null,
  paidOn: null,
  isUnsigned: false,
  vat: null,
  agreedTexts: null,
  address: null,
  payerAddress: null,
  siren: null,
  confirmedDays: [DAY],
  days: [DAY],
  daysBefore: 0,
  allDays: 1,
  kept: half('09:00', '13:00'),
  ...changes,
});
const half = (from: string | null, to: string | null, date = DAY) =>
  HALVES.map((name) => ({ date, half: name, from, to }));
const prices = { standard: 250, funded: 400 };
const ALL = 25_000;
const MORNING_MISSED = [...half(null, null).slice(0, 1), ...half('09:00', '12:30').slice(1)];
const priced = (followedCents: number | null, agreedCents = 24_000) => ({
  kept: MORNING_MISSED,
  priceCents: followedCents ?? agreedCents,
  followedCents,
  agreedCents,
});
/** Both sides have signed another length of the day, and what may be missing of it. */
const AGREED = { agreedTexts: { dayMinutes: '370', earlyLeave: 'Un départ anticipé est facturé au prorata.' } };
const PLANNED = half('09:00', '12:20').map((noted) => ({ ...noted, planned: 400 }));
const TWO_YEARS = { allDays: 2, confirmedDays: [DAY, '2027-01-05'] };
const sumYear = (reservations: readonly TaughtReservation[], netOf = (cents: number, _: TaughtReservation) => cents) =>
  sumOn(reservations, { prices, netOf, dayMinutes: 420, tolerated: 15 });

test.each<
  [what: string, changes: Partial<TaughtReservation>, persons: number, minutes: number, cents: number, gaps: string[]]
>([
  ['a day whose hours are noted', {}, 1, 480, ALL, []],
  ['a day that was taught, whose hours nobody noted', { kept: null }, 1, 420, ALL, ['kept']],
  ['the price of a funded day', { isAgefice: true, payer: 'agefice' }, 1, 480, 40_000, []],
  ['the price that was agreed', { priceCents: 12_345 }, 1, 480, 12_345, []],
  ['the price that was announced', { dayCents: 25_000, allDays: 1 }, 1, 480, 25_000, []],
  ['a price of 0', { priceCents: 0 }, 1, 480, 0, []],
  ['hours as they were kept', { kept: half('09:00', '12:30') }, 1, 420, ALL, []],
  ['an afternoon that nobody noted', { kept: half('09:00', '12:30').slice(0, 1) }, 1, 420, ALL, ['kept']],
  ['an absent trainee of whom nobody has said what is due', { kept: half(null, null) }, 0, 0, 0, ['absent']],
  ['a trainee who missed the morning', { kept: MORNING_MISSED }, 1, 210, ALL, ['price']],
  ['a trainee who paid for the half that was followed', { ...priced(100), agreedCents: null }, 1, 210, 100, []],
  ['a trainee who missed the morning of an agreed price', priced(null), 1, 210, 24_000, ['price']],
  ['a trainee who missed the morning of a day that is free', priced(null, 0), 1, 210, 0, []],
  ['the price of the half that was followed', priced(12_000), 1, 210, 12_000, []],
  ['a price of more than its share, within what is tolerated', priced(12_857), 1, 210, 12_857, []],
  ['a price of more than its share', priced(12_858), 1, 210, 12_000, ['beyond']],
  [
    'a price of more than its share of two years',
    { ...priced(20_000), ...TWO_YEARS, kept: [...MORNING_MISSED, ...half('09:00', '12:30', '2027-01-05')] },
    1,
    210,
    9000,
    ['beyond'],
  ],
  ['a price of two years, of which one is not noted', { ...priced(20_000), ...TWO_YEARS }, 1, 210, 10_000, []],
  ['a trainee who left early', { kept: half('09:00', '12:20') }, 1, 400, ALL, ['price']],
  ['a trainee who left as early as agreed', { ...AGREED, kept: half('09:00', '12:00') }, 1, 360, ALL, []],
  ['a trainee who left a minute before that', { ...AGREED, kept: half('09:00', '11:50') }, 1, 340, ALL, ['price']],
  ['a day of the agreement whose hours nobody noted', { ...AGREED, kept: null }, 1, 370, ALL, ['kept']],
  ['a day whose plan is noted, and one half', { kept: PLANNED.slice(1) }, 1, 400, ALL, ['kept']],
  ['an absent trainee who paid nothing', { kept: half(null, null), priceCents: 0, followedCents: 0 }, 0, 0, 0, []],
  ['an unknown payer and status', { payer: null, status: null }, 1, 480, ALL, ['payer', 'status']],
  ['a contrat that nobody has signed', { isUnsigned: true }, 1, 480, ALL, ['signature']],
  ['one of three days', { allDays: 3, priceCents: 10_000 }, 1, 480, 3333, []],
  ['the second of three days', { daysBefore: 1, allDays: 3, priceCents: 10_000 }, 1, 480, 3334, []],
])('%s is summed exactly', (_, changes, persons, minutes, cents, gaps) => {
  const { total, reservations } = sumYear([taught(changes)]);
  expect(total).toEqual({ persons, minutes, cents });
  expect(reservations[0]?.gaps).toEqual(gaps);
});

test.each<[what: string, changes: Partial<TaughtReservation>, unpaid: readonly [count: number, cents: number]]>([
  ['what is paid', { paidOn: DAY, priceCents: 100 }, [0, 0]],
  ['what costs nothing', { priceCents: 0 }, [0, 0]],
  ['what nobody has noted as paid', { priceCents: 20 }, [1, 20]],
  ['what is left after a deposit', { depositCents: 7200, priceCents: 24_000 }, [1, 16_800]],
  ['what is left of one of three days', { depositCents: 3000, priceCents: 10_000, allDays: 3 }, [1, 2333]],
  ['a deposit of more than was followed', { depositCents: 5970, priceCents: 4000 }, [0, 0]],
  ['what is left of the share of a price', { ...priced(20_000), depositCents: 7200 }, [1, 4800]],
  ['a deposit of an absent trainee', { depositCents: 5970, kept: half(null, null) }, [0, 0]],
])('%s is counted apart, as what is left to pay', (_, changes, [count, cents]) => {
  expect(sumYear([taught(changes)]).unpaid).toEqual({ count, cents });
});

test('amounts are without the tax that the price of each reservation contains', () => {
  const two = [taught({ priceCents: 12_000, vat: 'standard' }), taught({ priceCents: 12_000 })];
  expect(sumYear(two, (cents, { vat }) => (vat ? cents - 2000 : cents)).total.cents).toBe(22_000);
  const deposit = taught({ priceCents: 12_000, depositCents: 3600 });
  expect(sumYear([deposit], (cents) => cents / 1.2).unpaid.cents).toBe(7000);
});

test('sums are by the lines of the form, in its order: a trainee whom a fund pays back has paid, or a company of the trainee’s own, and a self-employed one is no employee', () => {
  const { byOrigin, byTrainee, total } = sumYear([
    taught({ payer: null, status: null, priceCents: 1 }),
    taught({ payer: 'agefice', status: 'director', priceCents: 20 }),
    taught({ payer: 'self', priceCents: 300 }),
    taught({ payer: 'opco', priceCents: 50_000 }),
    taught({ payer: 'agefice', priceCents: 4000 }),
    taught({ payer: 'fifpl', payerName: 'Martin EURL', priceCents: 600_000 }),
  ]);
  expect(byOrigin.map(({ line, persons, cents }) => [line, persons, cents])).toEqual([
    ['1', 3, 650_020],
    ['9', 2, 4300],
    [null, 1, 1],
  ]);
  expect(byTrainee.map(({ line, persons }) => [line, persons])).toEqual([
    ['a', 1],
    ['e', 4],
    [null, 1],
  ]);
  expect(total.cents).toBe(654_321);
});

test('a line that would have neither euros nor a trainee is left out', () => {
  const absent = taught({ kept: half(null, null), payer: null, status: null });
  const { byOrigin, byTrainee } = sumYear([absent, taught({ status: 'jobseeker', priceCents: 0 })]);
  expect(byOrigin).toEqual([]);
  expect(byTrainee.map(({ line }) => line)).toEqual(['c']);
});

test('the trainer’s hours with several trainees at once count once', () => {
  const other = taught({ id: 'b', kept: half('09:00', '12:00'), days: [DAY, '2026-03-05'], allDays: 2 });
  const { total, taughtMinutes, unnotedDays } = sumYear([taught(), other]);
  expect(unnotedDays).toBe(1);
  expect([total.minutes, taughtMinutes]).toEqual([480 + 360 + 420, 900]);
});

test('a year without days has no sums', () => {
  expect(sumYear([])).toMatchObject({ total: { persons: 0, minutes: 0, cents: 0 }, byOrigin: [], taughtMinutes: 0 });
});
