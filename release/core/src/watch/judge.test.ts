import type { ReleaseCounts } from './evidence';
import { judge } from './judge';

const DAY_MS = 86_400_000;

const counts = (given: Partial<ReleaseCounts>): ReleaseCounts => ({
  served: 0,
  live: 0,
  failed: 0,
  recovered: 0,
  reporters: 0,
  networks: 0,
  ...given,
});
const quiet = counts({ served: 1000, live: 900 });
const at = (days: number, watched = 3) => ({ startedAt: 0, now: days * DAY_MS, days: watched });

const verdictOf = (since: Partial<ReleaseCounts>, before: ReleaseCounts, time = at(1)) =>
  judge({ since: counts(since), before }, time);

test('six networks on which no page became live return a release, if most pages usually become live', () => {
  expect(verdictOf({ served: 6, networks: 6 }, quiet)).toEqual({ verdict: 'returned', because: 'silence' });
  expect(verdictOf({ served: 6, networks: 6 }, counts({ served: 1000, live: 700 })).verdict).toBe('returned');
  expect(0.3 ** 6).toBeCloseTo(0.0007, 4);
});

test.each([
  ['five networks, which opened a hundred pages,', { served: 100, networks: 5 }, quiet],
  ['one live page', { served: 60, networks: 60, live: 1 }, quiet],
  ['a site where fewer pages become live', { served: 6, networks: 6 }, counts({ served: 1000, live: 699 })],
  ['a site with few pages before', { served: 6, networks: 6 }, counts({ served: 29, live: 29 })],
  ['a site that counts nothing', { served: 0 }, counts({})],
])('silence with %s proves nothing', (_, since, before) => {
  expect(verdictOf(since, before)).toEqual({ verdict: 'watching' });
});

test('failing reporters return a release', () => {
  expect(verdictOf({ live: 30, reporters: 2 }, quiet)).toEqual({ verdict: 'returned', because: 'failures' });
});

test('many failures of one network return nothing', () => {
  expect(verdictOf({ live: 30, failed: 500, reporters: 1 }, quiet)).toEqual({ verdict: 'watching' });
});

test('a watch ends as passed after its days, and earlier after 300 live pages', () => {
  expect(verdictOf({ live: 30 }, quiet, at(2.99)).verdict).toBe('watching');
  expect(verdictOf({ live: 30 }, quiet, at(3)).verdict).toBe('passed');
  expect(verdictOf({ live: 30 }, quiet, at(3, 7)).verdict).toBe('watching');
  expect(verdictOf({ live: 299 }, quiet, at(0.1)).verdict).toBe('watching');
  expect(verdictOf({ live: 300 }, quiet, at(0.1)).verdict).toBe('passed');
});

test.each([
  ['fewer than thirty live pages', { live: 29 }, quiet],
  ['no pages at all', {}, counts({})],
  ['failures, and no earlier pages to compare them with', { live: 200, reporters: 50 }, counts({ live: 10 })],
])('a watch with %s ends without having learnt anything, and keeps the release', (_, since, before) => {
  expect(verdictOf(since, before, at(3)).verdict).toBe('not-enough-visits');
});

test.each([-400, -1, 0, 2, 400_000])('a clock that is %d days off never returns a release', (days) => {
  for (const since of [{}, { served: 5, networks: 5 }, { live: 40 }, { live: 29, failed: 9, reporters: 1 }]) {
    expect(verdictOf(since, quiet, at(days)).verdict).not.toBe('returned');
  }
});

test('a first release, which replaces none, never goes back', () => {
  expect(judge({ since: counts({ served: 9, networks: 9, live: 0, reporters: 9 }), before: null }, at(3)).verdict).toBe(
    'not-enough-visits',
  );
});

test('evidence that arrives with the last look of a watch still returns the release', () => {
  expect(verdictOf({ live: 300, reporters: 9 }, quiet, at(3)).verdict).toBe('returned');
});
