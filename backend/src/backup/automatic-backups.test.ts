import { DAY_MS } from '@site/contract/today';
import { backupsToRemove } from './automatic-backups';

const on = (text: string) => ({ takenAt: new Date(text.length === 10 ? `${text}T02:00:00Z` : text) });
/** `count` daily backups, the last of them on `last`. */
const daily = (last: string, count: number) =>
  Array.from({ length: count }, (_, back) => ({ takenAt: new Date(on(last).takenAt.getTime() - back * DAY_MS) }));
const days = (backups: readonly { takenAt: Date }[]) =>
  backups.map(({ takenAt }) => takenAt.toISOString().slice(0, 10)).sort();
/** Days of the other backups that are kept. */
const keptOf = (others: { takenAt: Date }[], latest: string) => {
  const removed = new Set(backupsToRemove(others, on(latest)));
  return days(others.filter((one) => !removed.has(one)));
};

test('the last seven daily backups are kept, and the last one of each of the three weeks before', () => {
  // A Monday.
  expect(keptOf(daily('2026-11-22', 40), '2026-11-23')).toEqual([
    ...['2026-11-08', '2026-11-15', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'],
    ...['2026-11-22'],
  ]);
});

test('daily runs keep four weeks, never more than ten backups and none older than 28 days', () => {
  let backups: { takenAt: Date }[] = [];
  for (const latest of daily('2027-03-31', 130).reverse()) {
    const removed = new Set(backupsToRemove(backups, latest));
    backups = [...backups.filter((one) => !removed.has(one)), latest];
    expect(backups.length).toBeLessThanOrEqual(10);
    const age = (latest.takenAt.getTime() - Math.min(...backups.map(({ takenAt }) => takenAt.getTime()))) / DAY_MS;
    expect(age).toBeLessThanOrEqual(28);
  }
  expect(backups.length).toBeGreaterThanOrEqual(9);
});

test.each([
  ['several are of one day: the latest stays', ['2026-11-22', '2026-11-22T09:00:00Z'], '2026-11-23', ['2026-11-22']],
  [
    'the site was off for a month: nothing is removed at first',
    ['2026-10-20', '2026-10-21', '2026-10-21T09:00:00Z'],
    '2026-11-23',
    ['2026-10-20', '2026-10-21', '2026-10-21'],
  ],
  [
    'the site was off until the day before: outdated ones are removed',
    ['2026-10-20', '2026-10-21', '2026-11-23'],
    '2026-11-24',
    ['2026-11-23'],
  ],
  [
    'the clock has jumped by years: nothing is removed',
    ['2026-11-21', '2026-11-22', '2026-11-22T09:00:00Z'],
    '2031-01-01',
    ['2026-11-21', '2026-11-22', '2026-11-22'],
  ],
  [
    'the clock was ahead once: a backup of that time replaces no other',
    ['2031-01-01', ...days(daily('2026-11-22', 6))],
    '2026-11-23',
    [...days(daily('2026-11-22', 6)), '2031-01-01'],
  ],
  ['one is exactly 28 days old: it stays', ['2026-10-26', '2026-11-22'], '2026-11-23', ['2026-10-26', '2026-11-22']],
  ['one is a second older: it is removed', ['2026-10-26T01:59:59Z', '2026-11-22'], '2026-11-23', ['2026-11-22']],
  [
    'a week has none: an older week takes its place',
    ['2026-10-28', '2026-11-04', '2026-11-18', '2026-11-22'],
    '2026-11-23',
    ['2026-11-04', '2026-11-18', '2026-11-22', '2026-10-28'].sort(),
  ],
] as const)('backups are kept by day and week when %s', (_, others, latest, expected) => {
  expect(keptOf(others.map(on), latest)).toEqual(expected);
});
