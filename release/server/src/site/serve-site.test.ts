import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { readDraft, startAutoRollback } from './serve-site';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('looks once a minute, goes on after a look that failed, and ends with the site', async () => {
  const store = memoryStore();
  const readState = jest.fn(() => Promise.reject(new Error('The store is away.')));
  const lines: string[] = [];
  const ends: (() => void)[] = [];
  startAutoRollback(
    {
      store: { ...store, readState },
      dataDir: '/nowhere',
      readEvidence: async () => null,
      tellOwner: () => undefined,
      log: (line) => void lines.push(line),
    },
    { onEnd: (end) => void ends.push(end as () => void) },
  );
  await jest.advanceTimersByTimeAsync(180_000);
  expect(readState).toHaveBeenCalledTimes(3);
  expect(lines).toEqual(Array(3).fill('The watched releases could not be looked at. Error: The store is away.'));
  for (const end of ends) end();
  await jest.advanceTimersByTimeAsync(180_000);
  expect(readState).toHaveBeenCalledTimes(3);
});

test('a start takes --draft and nothing else', () => {
  expect([readDraft([]), readDraft(['--', '--draft'])]).toEqual([false, true]);
  expect(() => readDraft(['--drafts'])).toThrow('There is no "--drafts". Usage: npx pnpm start [--draft]');
});
