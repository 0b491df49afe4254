import { memoryStore } from '../../tests/support/memory-store';
import { tinyData } from '../../tests/support/tiny-site';
import { historySince, nextSince } from './history';
import type { Revision } from './revision';

const revisionAt = (hour: number): Revision => ({
  seq: hour + 1,
  releases: {},
  data: tinyData,
  pages: {},
  since: {},
  change: { command: 'activate', parts: [], why: '', who: '', at: `2026-11-22T0${hour}:00:00Z` },
});

test('the history since a time contains the revisions replaced after it, and always the current one', async () => {
  const store = memoryStore();
  for (const hour of [0, 1, 2, 3, 4]) await store.addRevision(revisionAt(hour));
  const since = async (time: string) => (await historySince(store, new Date(time))).map(({ seq }) => seq);
  expect(await since('2026-11-22T03:30:00Z')).toEqual([4, 5]);
  expect(await since('2026-11-22T03:00:00Z')).toEqual([3, 4, 5]);
  expect(await since('2027-01-01T00:00:00Z')).toEqual([5]);
  expect(await since('2020-01-01T00:00:00Z')).toEqual([1, 2, 3, 4, 5]);
});

test('the next revision keeps the time of unchanged parts, and gives others the time of the change', () => {
  const line = { previous: [], revoked: [] };
  const current = {
    releases: { shell: { active: 's1', ...line }, booking: { active: 'a', ...line } },
    since: { shell: '2026-11-20T00:00:00Z', booking: '2026-11-21T00:00:00Z' },
  } as unknown as Revision;
  const releases = { shell: { active: 's1', ...line }, booking: { active: 'b', ...line } };
  const at = '2026-11-22T05:00:00Z';
  expect(nextSince(current, releases, at)).toEqual({ shell: '2026-11-20T00:00:00Z', booking: at });
  expect(nextSince(null, releases, at)).toEqual({ shell: at, booking: at });
});
