/** @jest-environment node */

import { managedDay, managedRequest } from '../../tests/support/managed-request';
import type { ManagedDay, ManagedRequest } from '../api/managed-request';
import { dayState, statusOf } from '../content/manage';
import { daysToGiveUp } from './managed-request-view';

const TODAY = '2026-11-24';
const request = (status: ManagedRequest['status'], ...days: ManagedDay[]): ManagedRequest =>
  managedRequest({ status, days });
const asked = (date: string) => managedDay({ date, confirmed: false, uid: date });
const confirmed = (date: string) => managedDay({ date, confirmed: true, uid: date });

test.each([
  ['each requested day', request('nouvelle', asked('2026-11-24'), asked('2026-11-26')), ['2026-11-24', '2026-11-26']],
  ['not the only day', request('nouvelle', asked('2026-11-26')), []],
  ['not the only day that remains after a past one', request('nouvelle', asked('2026-11-23'), asked('2026-11-26')), []],
  ['not the only confirmed day', request('confirmee', confirmed('2026-11-24'), asked('2026-11-26')), []],
  [
    'confirmed days, without those that were not',
    request('confirmee', confirmed('2026-11-25'), confirmed('2026-11-27'), asked('2026-11-26')),
    ['2026-11-25', '2026-11-27'],
  ],
  ['the day after one held', request('confirmee', confirmed('2026-11-23'), confirmed('2026-11-26')), ['2026-11-26']],
  [
    'a confirmed day and the one that was asked for in its place',
    request('nouvelle', confirmed('2026-11-25'), asked('2026-11-26')),
    ['2026-11-25', '2026-11-26'],
  ],
  ['no confirmed day that has come', request('nouvelle', confirmed('2026-11-24'), asked('2026-11-26')), ['2026-11-26']],
  ['no day of a cancelled request', request('annulee', asked('2026-11-24'), asked('2026-11-26')), []],
])('a visitor can give up %s', (_what, managed, days) => {
  expect(daysToGiveUp(managed, TODAY, TODAY)).toEqual(days);
});

test('a wish to replace a day waits no longer once that day was held', () => {
  const wish = { ...asked('2026-11-26'), insteadOf: '2026-11-23' };
  const managed = request('nouvelle', confirmed('2026-11-23'), wish);
  expect(statusOf(managed, TODAY)).toBe('Votre journée est passée');
  expect(dayState(managed, wish, TODAY).label).toBe('trop tard\u00a0: la journée a eu lieu');
  expect(daysToGiveUp(managed, TODAY, TODAY)).toEqual([]);
  const answered = request('confirmee', confirmed('2026-11-23'), wish);
  expect(dayState(answered, wish, TODAY).label).toBe('trop tard\u00a0: la journée a eu lieu');
  const several = request('nouvelle', confirmed('2026-11-23'), wish, confirmed('2026-11-30'));
  expect(statusOf(several, TODAY)).toBe('Vos journées sont confirmées');
});

test('of a reopened request, a day that was left out does not wait', () => {
  const left = { ...asked('2026-11-26'), declined: true };
  const managed = request('nouvelle', asked('2026-11-25'), left);
  expect(managed.days.map((day) => dayState(managed, day, TODAY).label)).toEqual(['en attente', 'non retenu']);
  expect(daysToGiveUp(managed, TODAY, TODAY)).toEqual([]);
});
