import { memoryStore } from '../../tests/support/memory-store';
import { historySince } from './history';
import type { IndexEntry } from './release';

/** Entries of a site, one per hour; `null` stands for an inactive part. */
const historyOf = (...states: Readonly<Record<string, string | null>>[]): IndexEntry[] =>
  states.map((state, hour) => {
    const active = Object.entries(state).filter(([, id]) => id !== null);
    return {
      seq: hour + 1,
      releases: Object.fromEntries(active.map(([name, id]) => [name, { active: id, previous: [], revoked: [] }])),
      data: { site: {}, backend: { url: '', anonKey: '' }, composedOn: '' },
      pages: {},
      since: {},
      change: { command: 'activate', parts: [], why: '', who: '', at: `2026-11-22T0${hour}:00:00Z` },
    } as unknown as IndexEntry;
  });

const history = historyOf(
  { shell: 's1', booking: 'a' },
  { shell: 's1', booking: 'b' },
  { shell: 's2', booking: 'b' },
  { shell: 's2', booking: 'a' },
  { shell: 's2', booking: 'a', shop: 'n' },
);

async function storeOf(entries: readonly IndexEntry[]) {
  const store = memoryStore();
  for (const entry of entries) await store.addIndex(entry);
  return store;
}

test('the history since a time contains the entries replaced after it, and always the current one', async () => {
  const store = await storeOf(history);
  const since = async (time: string) => (await historySince(store, new Date(time))).map(({ seq }) => seq);
  expect(await since('2026-11-22T03:30:00Z')).toEqual([4, 5]);
  expect(await since('2026-11-22T03:00:00Z')).toEqual([3, 4, 5]);
  expect(await since('2027-01-01T00:00:00Z')).toEqual([5]);
  expect(await since('2020-01-01T00:00:00Z')).toEqual([1, 2, 3, 4, 5]);
});
