import { activeSince, everActive } from './history';
import type { IndexEntry } from './release';

/** A site's entries, one hour after the other; `null` for a part that is not active. */
const historyOf = (...states: Readonly<Record<string, string | null>>[]): IndexEntry[] =>
  states.map((state, hour) => {
    const active = Object.entries(state).filter(([, id]) => id !== null);
    return {
      seq: hour + 1,
      releases: Object.fromEntries(active.map(([name, id]) => [name, { active: id, before: [], revoked: [] }])),
      change: { command: 'activate', why: '', who: '', at: `2026-11-22T0${hour}:00:00Z` },
    } as unknown as IndexEntry;
  });

const history = historyOf(
  { shell: 's1', booking: 'a' },
  { shell: 's1', booking: 'b' },
  { shell: 's2', booking: 'b' },
  { shell: 's2', booking: 'a' },
  { shell: 's2', booking: 'a', shop: 'n' },
);

test('every release that an entry made active was active, also one that was rolled back', () => {
  expect(everActive(history)).toEqual({ shell: ['s1', 's2'], booking: ['a', 'b'], shop: ['n'] });
  expect(everActive([])).toEqual({});
});

test.each([
  ['shell', '2026-11-22T02:00:00Z'],
  ['shop', '2026-11-22T04:00:00Z'],
])('the active release of %s is active since the change that named it first', (name, since) => {
  expect(activeSince(history, name)).toBe(since);
});

test('a release that was active twice is active since it came back', () => {
  expect(activeSince(history, 'booking')).toBe('2026-11-22T03:00:00Z');
  const deactivated = historyOf({ booking: 'a' }, { booking: null }, { booking: 'a' });
  expect(activeSince(deactivated, 'booking')).toBe('2026-11-22T02:00:00Z');
});

test('the release of the first entry is active since then, and a part without one since never', () => {
  expect(activeSince(historyOf({ booking: 'a' }, { booking: 'a' }), 'booking')).toBe('2026-11-22T00:00:00Z');
  expect(activeSince(historyOf({ booking: 'a' }, { booking: null }), 'booking')).toBeNull();
  expect(activeSince([], 'booking')).toBeNull();
});
