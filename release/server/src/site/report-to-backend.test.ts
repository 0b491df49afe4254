import { activateReleases, rollBack } from '@site/release-core/tests/support/change';
import { addAll, tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { createPageCounter, type Served } from '../serve/page-counter';
import { createReleasesReport, reportPages } from './report-to-backend';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('sends the releases that were ever active, and all published ones', async () => {
  const store = await tinyStore();
  await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('booking', '1.0.0-c')]);
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  await rollBack(store, 'booking');
  const sent = await new Promise((resolve) => createReleasesReport({ send: resolve }, store)());
  expect(sent).toEqual({
    releases: {
      active: { shell: ['1.0.0-s1'], landing: ['1.0.0-a'], booking: ['1.0.0-a', '1.0.0-b'] },
      published: { shell: ['1.0.0-s1'], landing: ['1.0.0-a'], booking: ['1.0.0-a', '1.0.0-b', '1.0.0-c'] },
      described: expect.objectContaining({
        booking: expect.objectContaining({ '1.0.0-b': { routes: ['/booking'], scripts: ['remoteEntry.js'] } }),
      }),
    },
  });
});

test('sends pages each minute and at the end, each once, and nothing without visitors', () => {
  const counter = createPageCounter(0);
  const none = { sent: {}, opened: {} };
  let served: Served = { pages: {}, networks: none };
  const send = jest.fn();
  const ends: (() => unknown)[] = [];
  reportPages({ send }, { ...counter, drain: () => served }, { onEnd: (end) => void ends.push(end) });
  jest.advanceTimersByTime(60_000);
  expect(send).not.toHaveBeenCalled();
  served = { pages: { booking: { a: { '/booking': 2 } } }, networks: { sent: { booking: { a: [5] } }, opened: {} } };
  jest.advanceTimersByTime(59_999);
  expect(send).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(send.mock.calls).toEqual([[{ servedPages: served.pages, servedNetworks: served.networks }]]);
  served = { pages: {}, networks: { sent: { booking: { a: [6] } }, opened: {} } };
  for (const end of ends) end();
  expect(send).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(600_000);
  expect(send).toHaveBeenCalledTimes(2);
});
