import type { ReleaseCounts } from './evidence';
import { judge, NO_COUNTS } from './judge';

const DAY_MS = 86_400_000;

const counts = (given: Partial<ReleaseCounts>): ReleaseCounts => ({ ...NO_COUNTS, ...given });
const quiet = counts({ opened: 900, started: 810, working: 850, networks: 900 });
const at = (days: number, watched = 3) => ({ startedAt: 0, now: days * DAY_MS, days: watched });

const verdictOf = (since: Partial<ReleaseCounts>, before: ReleaseCounts | null, time = at(1), visits = 0) =>
  judge({ since: counts(since), before, visits: { visits, started: since.started ?? 0 } }, time);

test('eight silent visits return a release, if most networks usually become live', () => {
  expect(verdictOf({ opened: 8 }, quiet, at(1), 8)).toEqual({ verdict: 'returned', because: 'silence' });
  expect(verdictOf({ opened: 8 }, counts({ opened: 1000, started: 700 }), at(1), 8).verdict).toBe('returned');
});

test.each([
  ['where fewer networks become live', counts({ opened: 1000, started: 699 })],
  ['with few networks before', counts({ opened: 29, started: 29 })],
  ['that counts nothing', counts({})],
  ['without an earlier release', null],
])('silence on a site %s proves nothing', (_, before) => {
  expect(verdictOf({ opened: 8 }, before, at(1), 8)).toEqual({ verdict: 'watching' });
});

test('failing networks return a release; what this site sent to nobody returns nothing', () => {
  expect(verdictOf({ networks: 30, reporters: 3 }, quiet)).toEqual({ verdict: 'returned', because: 'failures' });
  expect(verdictOf({ networks: 30, failed: 500, unproven: 100 }, quiet)).toEqual({ verdict: 'watching' });
});

test('a watch ends as passed after its days, or after a day with 300 networks', () => {
  expect(verdictOf({ working: 30 }, quiet, at(2.99)).verdict).toBe('watching');
  expect(verdictOf({ working: 30 }, quiet, at(3)).verdict).toBe('passed');
  expect(verdictOf({ working: 30 }, quiet, at(3, 7)).verdict).toBe('watching');
  expect(verdictOf({ working: 300 }, quiet, at(0.99)).verdict).toBe('watching');
  expect(verdictOf({ working: 299 }, quiet, at(1)).verdict).toBe('watching');
  expect(verdictOf({ working: 300 }, quiet, at(1)).verdict).toBe('passed');
});

test.each([
  ['fewer than thirty networks', { working: 29 }, quiet],
  ['no networks at all', {}, counts({})],
  ['failures, and no earlier networks to compare them with', { working: 200, reporters: 50 }, counts({ networks: 10 })],
])('a watch with %s ends without having learnt anything, and keeps the release', (_, since, before) => {
  expect(verdictOf(since, before, at(3)).verdict).toBe('not-enough-visits');
});

test.each([-400, -1, 0, 2, 400_000])('a clock that is %d days off never returns a release', (days) => {
  for (const since of [{}, { opened: 7 }, { working: 40 }, { networks: 29, failed: 9, reporters: 2 }]) {
    expect(verdictOf(since, quiet, at(days), 7).verdict).not.toBe('returned');
  }
});

test('a first release, which replaces none, never goes back', () => {
  expect(verdictOf({ opened: 9, networks: 9, reporters: 9 }, null, at(2), 9).verdict).toBe('watching');
});

test('a watch that is over returns nothing, and what fails has not passed', () => {
  expect(verdictOf({ networks: 90, working: 30, reporters: 60 }, quiet, at(3), 90).verdict).toBe('not-enough-visits');
});
