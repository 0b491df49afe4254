/** @jest-environment node */

import { exampleRequest } from '../testing/examples';
import {
  changeOfAgreement,
  changesOf,
  daysToExclude,
  declinedDays,
  ownCancellation,
  toldEvents,
  wishesOf,
} from './asked-days';

const TODAY = '2026-11-25';
const request = exampleRequest(1);
const untold = { mails: [], tellsVisitor: false };
const event = (action: string, detail: unknown = null) => ({ at: '2026-11-25T09:00:00Z', who: null, action, detail });
const asked = (from: string, to: string) => event('visitor_asked', { from, to });
const moved = (from: string, to: string) => event('changed_day', { from, to });
const [first, second, third] = ['2026-12-07', '2026-12-14', '2026-12-15'] as const;
const confirmedFirst = event('confirmed', [first]);

test('a day that is confirmed for another reservation is left out, one that is only asked for is not', () => {
  const clashes = [
    { date: '2026-12-07', id: 'a', name: 'Ada', isConfirmed: true },
    { date: '2026-12-08', id: 'b', name: 'Béa', isConfirmed: false },
  ];
  expect(daysToExclude({ request, clashes, history: [] }, TODAY)).toEqual(['2026-12-07']);
});

const [kept, replaced, wish] = ['2026-12-07', '2026-12-08', '2026-12-14'] as const;
const wishing = { ...request, dates: [kept, replaced, wish], confirmedDates: [kept, replaced] };
const wished = [event('confirmed', [kept, replaced]), asked(replaced, wish)];
const taken = (date: string) => ({ date, id: 'a', name: 'Ada', isConfirmed: true });

test('days that the visitor has asked to replace are left out until the next confirmation', () => {
  expect(daysToExclude({ request: wishing, clashes: [], history: wished }, TODAY)).toEqual([replaced]);
  const answered = [...wished, event('confirmed', [kept, replaced])];
  expect(daysToExclude({ request: wishing, clashes: [], history: answered }, TODAY)).toEqual([]);
  const later = { ...wishing, dates: [kept, '2026-12-09', wish], confirmedDates: [kept, '2026-12-09'] };
  const history = [...wished, event('changed_day', { from: replaced, to: '2026-12-09' })];
  expect(daysToExclude({ request: later, clashes: [], history }, TODAY)).toEqual(['2026-12-09']);
});

test('a day whose replacement the visitor has given up is confirmed with the others', () => {
  const gaveUp = event('visitor_gave_up', { day: wish, wasConfirmed: false });
  const both = { ...wishing, dates: [kept, replaced] };
  expect(daysToExclude({ request: both, clashes: [], history: [...wished, gaveUp] }, TODAY)).toEqual([]);
});

const over = '2026-11-24';
test.each([
  ['is confirmed for another', wish, [asked(replaced, wish)]],
  ['is over', over, [asked(replaced, over)]],
  ['was moved to one that is confirmed for another', third, [asked(replaced, wish), moved(wish, third)]],
])('a confirmed day is not left out for a wish that %s, also where one day is wanted', (_, day, events) => {
  const dates = [kept, replaced, day];
  const history = [event('confirmed', [kept, replaced]), ...events];
  const clashes = day === over ? [] : [taken(day)];
  for (const daysWanted of ['one', 'all', null]) {
    const answer = { request: { ...wishing, dates, daysWanted }, clashes, history };
    expect(daysToExclude(answer, TODAY)).toEqual([day]);
  }
});

test('a wish that can be granted takes the place of the confirmed day, also where one day is wanted', () => {
  const one = { ...wishing, daysWanted: 'one', dates: [replaced, wish], confirmedDates: [replaced] };
  const history = [event('confirmed', [replaced]), asked(replaced, wish)];
  expect(daysToExclude({ request: one, clashes: [], history }, TODAY)).toEqual([replaced]);
});

test('a day that is over is left out, unless it was held', () => {
  const dates = [over, kept];
  expect(daysToExclude({ request: { ...request, dates }, clashes: [], history: [] }, TODAY)).toEqual([over]);
});

test('a reopened reservation leaves out what does not wait since, also where the number of days was open', () => {
  const history = [event('confirmed', [kept]), event('cancelled'), event('reopened')];
  for (const daysWanted of ['all', null]) {
    const answer = {
      request: { ...wishing, confirmedDates: [], leftDates: [replaced, wish], daysWanted },
      clashes: [],
    };
    expect(daysToExclude({ ...answer, history }, TODAY)).toEqual([replaced, wish]);
  }
});

test('a day that is confirmed already stays ticked, also where another reservation has it', () => {
  const confirmed = { ...request, dates: [kept, replaced], confirmedDates: [kept] };
  expect(daysToExclude({ request: confirmed, clashes: [taken(kept)], history: [] }, TODAY)).toEqual([]);
});

test('a day that was held is never left out, and a wish in its place is, also where the owner has moved it', () => {
  const held = '2020-12-07';
  const history = [event('confirmed', [held]), asked(held, wish)];
  for (const daysWanted of ['one', 'all']) {
    const wishes = [{ from: held, to: wish }];
    const one = { ...request, dates: [held, wish], confirmedDates: [held], daysWanted, wishes };
    expect(daysToExclude({ request: one, clashes: [taken(held)], history }, TODAY)).toEqual([wish]);
    const later = { ...one, dates: [held, third], wishes: [{ from: held, to: third }] };
    const events = [...history, moved(wish, third)];
    expect(daysToExclude({ request: later, clashes: [], history: events }, TODAY)).toEqual([third]);
  }
});

test('a wish in place of another wish is one for the confirmed day, also once it is given up', () => {
  const history = [event('confirmed'), asked('2026-12-07', '2026-12-14'), asked('2026-12-14', '2026-12-15')];
  expect(wishesOf(history)).toEqual([{ from: '2026-12-07', to: '2026-12-15' }]);
  expect(wishesOf([...history, event('visitor_gave_up', { day: '2026-12-15' })])).toEqual([]);
  expect(wishesOf([...history, event('visitor_gave_up', { day: '2026-12-07' })])).toEqual([]);
});

test.each([
  ['a', 'a', 'b', { change: 'added', days: ['b'] }],
  ['a', 'a', 'abc', { change: 'added', days: ['b', 'c'] }],
  ['ab', 'ab', 'a', { change: 'dropped', days: ['b'] }],
  ['a', 'ab', 'a', { change: 'again', days: [] }],
  ['ab', 'a', 'ab', { change: 'again', days: [] }],
  ['ab', '', 'a', { change: 'dropped', days: ['b'] }],
  ['a', 'a', 'a', null],
  ['a', 'abc', 'ab', null],
])('of an agreement for %s, with %s confirmed, %s then make %s', (agreed, now, then, change) => {
  expect(changeOfAgreement([...agreed], [...now], [...then])).toEqual(change);
});

test('of several dates for an open number of days, the owner chooses', () => {
  const open = { ...request, daysWanted: null };
  expect(daysToExclude({ request: open, clashes: [], history: [event('received')] }, TODAY)).toEqual(request.dates);
  expect(daysToExclude({ request: { ...open, dates: ['2026-12-07'] }, clashes: [], history: [] }, TODAY)).toEqual([]);
});

test('of several dates for one day, the owner chooses', () => {
  const alternatives = { ...request, daysWanted: 'one' };
  expect(daysToExclude({ request: alternatives, clashes: [], history: [] }, TODAY)).toEqual(request.dates);
  expect(daysToExclude({ request: { ...request, daysWanted: 'all' }, clashes: [], history: [] }, TODAY)).toEqual([]);
});

test.each([
  [
    'a wish that is confirmed',
    second,
    [event('confirmed', [first]), asked(first, second), event('confirmed', [second])],
    { moved: [{ from: first, to: second }], withdrawn: [first] },
  ],
  [
    'a wish that is refused',
    first,
    [event('confirmed', [first]), asked(first, second), event('confirmed', [first])],
    { refused: [{ from: first, to: second }] },
  ],
  [
    'a wish that the owner has moved',
    third,
    [event('confirmed', [first]), asked(first, second), moved(second, third), event('confirmed', [third])],
    { moved: [{ from: first, to: third }], asked: [{ from: second, to: third }], withdrawn: [first] },
  ],
  [
    'a confirmed day that is moved twice',
    third,
    [event('confirmed', [first]), moved(first, second), moved(second, third)],
    { moved: [{ from: first, to: third }] },
  ],
  [
    'a requested day that is moved before its confirmation',
    second,
    [moved(first, second), event('confirmed', [second])],
    { asked: [{ from: first, to: second }] },
  ],
  ['a move that is taken back', first, [event('confirmed', [first]), moved(first, second), moved(second, first)], {}],
  [
    'a day that is confirmed once more',
    first,
    [event('confirmed', [first]), event('cancelled'), event('reopened'), event('confirmed', [first])],
    {},
  ],
  [
    'a day that its visitor has given up',
    second,
    [event('confirmed', [first, second]), event('visitor_gave_up', { day: first }), event('confirmed', [second])],
    {},
  ],
])('of %s, the message names what %s replaces', (_, day, history, changes) => {
  const confirmed = { ...request, confirmedDates: [day] };
  const none = { moved: [], asked: [], refused: [], late: [], withdrawn: [] };
  expect(changesOf({ ...untold, request: confirmed, history }, '2026-12-01')).toEqual({ ...none, ...changes });
  expect(changesOf({ ...untold, request: confirmed, history }, '2026-12-24')).toEqual(none);
});

test('requested days that a confirmation leaves out are told, none that was confirmed or that the visitor has replaced', () => {
  const dates = ['2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10'];
  const history = [event('confirmed', ['2026-12-08']), asked('2026-12-09', '2026-12-07')];
  const changes = { moved: [], withdrawn: ['2026-12-08'] };
  const confirmed = { ...request, dates, confirmedDates: ['2026-12-07'] };
  expect(declinedDays({ ...untold, request: confirmed, history }, changes)).toEqual(['2026-12-10']);
  const refused = { ...confirmed, confirmedDates: ['2026-12-09'] };
  expect(declinedDays({ ...untold, request: refused, history }, changes)).toEqual(['2026-12-07', '2026-12-10']);
});

test.each([
  ['the evening', '2026-12-07T17:00:00Z', true],
  ['the morning', '2026-12-07T07:00:00Z', false],
])('a wish that is refused in %s of its day, at %s, is told as too late: %s', (_, at, isLate) => {
  const hours = { from: '09:00', to: '17:30' };
  const history = [confirmedFirst, asked(first, second), { ...confirmedFirst, at }];
  const wishes = isLate ? [{ from: first, to: second }] : [];
  const held = { ...request, status: 'confirmee' as const, dates: [first, second], confirmedDates: [first] };
  const answer = { ...untold, request: held, history };
  expect(changesOf(answer, '2026-12-08', hours)).toMatchObject({ refused: [], late: wishes });
  expect(changesOf(answer, third, hours).late).toEqual([]);
  expect(ownCancellation(answer, '2026-12-08', hours)).toMatchObject({ days: [second], late: wishes });
  expect(toldEvents(history, hours).at(-1)).toMatchObject({ action: 'wish_refused', detail: { isLate } });
});

test.each([
  ['by mail', [], [{ kind: 'confirmation', sentAt: '2026-11-25T10:00:00Z', failedAt: null }], []],
  ['by message', [{ ...event('told'), at: '2026-11-25T10:00:00Z' }], [], []],
  ['not at all', [], [{ kind: 'asked', sentAt: '2026-11-25T10:00:00Z', failedAt: null }], [second]],
])('a wish whose refusal was told %s is not told with a later move', (_, told, mails, expected) => {
  const wish = [event('confirmed', [first]), asked(first, second), event('confirmed', [first])];
  const dates = [first, second];
  const toldOf = (...later: ReturnType<typeof event>[]) => {
    const answer = {
      request: { ...request, dates, confirmedDates: [first] },
      history: [...wish, ...told, ...later],
      mails,
      tellsVisitor: true,
    };
    const changes = changesOf(answer, '2026-12-01');
    return [changes.refused?.map(({ to }) => to), declinedDays(answer, changes)];
  };
  expect(toldOf()).toEqual([[second], [second]]);
  const later = { ...moved('2026-12-21', '2026-12-22'), at: '2026-11-26T09:00:00Z' };
  expect(toldOf(later)).toEqual([expected, expected]);
});

test('of a confirmed reservation, what the owner has cancelled is a wish for a day to come, once its own are over', () => {
  const held = { ...request, status: 'confirmee' as const, confirmedDates: ['2026-12-07'] };
  const history = [
    event('confirmed', ['2026-12-07']),
    asked('2026-12-07', '2026-12-21'),
    event('confirmed', ['2026-12-07']),
  ];
  const ended = { days: ['2026-12-21'], wereConfirmed: false, isPart: true, late: [] };
  expect(ownCancellation({ request: held, history }, '2026-12-08')).toEqual(ended);
  expect(ownCancellation({ request: held, history }, '2026-12-07')).toBeNull();
  expect(ownCancellation({ request: held, history }, '2026-12-22')).toBeNull();
});

test.each([
  ['the request', [], { days: request.dates, wereConfirmed: false }],
  ['its confirmed day', [event('confirmed', ['2026-12-08'])], { days: ['2026-12-08'], wereConfirmed: true }],
  ['a visitor’s own cancellation', [event('visitor_cancelled')], null],
])('what the owner has cancelled is what was to come of it: %s', (_, history, expected) => {
  const cancelled = { ...request, status: 'annulee' as const };
  const own = expected ? [...history, event('cancelled', { reason: 'Malade.' })] : history;
  const reason = expected && { reason: 'Malade.' };
  expect(ownCancellation({ request: cancelled, history: own }, '2026-12-01')).toEqual(
    expected && { ...expected, ...reason },
  );
  expect(ownCancellation({ request: cancelled, history: own }, '2027-12-01')).toBeNull();
  const left = { ...cancelled, leftDates: ['2026-12-07'] };
  expect(ownCancellation({ request: left, history: own }, '2026-12-01')?.days).toEqual(
    expected ? ['2026-12-08'] : undefined,
  );
  expect(ownCancellation({ request, history: own }, '2026-12-01')).toBeNull();
});

const refusedWish = event('wish_refused', { from: first, to: second, isLate: false });
const calledOff = event('called_off', { days: [third] });
const gaveUp = event('visitor_gave_up', { day: second });
const waiting = { from: first, to: second };
const comingTo = (action: string, day: string) => [event(action, { days: [day], wishes: [] })];
test.each([
  [
    'a refused wish, with the day to which its owner has moved it',
    [asked(first, third), moved(third, second), confirmedFirst],
    [asked(first, third), moved(third, second), refusedWish],
  ],
  [
    'a refused wish, but not what stays once a day is called off',
    [asked(first, second), calledOff, confirmedFirst],
    [asked(first, second), calledOff, refusedWish],
  ],
  [
    'no wish that is granted or given up',
    [asked(first, second), gaveUp, asked(first, third), event('confirmed', [third])],
    [asked(first, second), gaveUp, asked(first, third), event('confirmed', [third])],
  ],
  [
    'the days that the owner’s cancellation was about',
    [event('cancelled', { reason: 'Malade.' })],
    [event('cancelled', { reason: 'Malade.', days: [first], wishes: [] })],
  ],
  [
    'the days to come that were reopened, or cancelled again',
    [event('visitor_cancelled'), event('reopened', [over, first]), event('cancelled')],
    [event('visitor_cancelled'), ...comingTo('reopened', first), ...comingTo('cancelled', first)],
  ],
  [
    'days that are over, where none is to come',
    [event('visitor_cancelled'), event('reopened', [over])],
    [event('visitor_cancelled'), ...comingTo('reopened', over)],
  ],
  [
    'a reopened wish with the day in whose place it is asked for',
    [asked(first, second), event('visitor_cancelled'), event('reopened', [first, second])],
    [asked(first, second), event('visitor_cancelled'), event('reopened', { days: [first, second], wishes: [waiting] })],
  ],
])('the history tells of %s', (_, events, told) => {
  expect(toldEvents([confirmedFirst, ...events])).toEqual([confirmedFirst, ...told]);
});
