import { EventEmitter } from 'node:events';
import type { EvidenceQuestion } from '@site/backend/site-messages';
import { activateReleases, addAll, rollBack, tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import type { WatchedRelease } from '@site/release-core/watch/watch';
import { createPageCounter, type ServedCounts } from '../http/page-counter';
import { createCountsReader, createReleasesReport, reportPages } from './backend-process';

describe('read counts', () => {
  const watched: WatchedRelease = {
    name: 'booking',
    id: '1.0.0-b',
    since: '2026-11-25T09:00:00Z',
    previous: '1.0.0-a',
  };
  const counts = { served: 41, live: 40, failed: 1, recovered: 0, reporters: 1, networks: 0 };
  const evidence = [{ name: 'booking', id: '1.0.0-b', since: counts, before: null, unattributed: 0 }];

  /** The backend's process, as far as the reader needs it. */
  class Child extends EventEmitter {
    connected = true;
    readonly asked: EvidenceQuestion[] = [];
    send(message: unknown) {
      this.asked.push(message as EvidenceQuestion);
      return true;
    }
  }

  function open() {
    const child = new Child();
    return { child, read: createCountsReader(child as unknown as Parameters<typeof createCountsReader>[0]) };
  }

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('each question gets its own answer, whatever their order, and other messages are ignored', async () => {
    const { child, read } = open();
    const first = read([watched]);
    const second = read([]);
    child.emit('message', { url: 'http://127.0.0.1:1' });
    child.emit('message', { question: 2, evidence: [] });
    child.emit('message', { question: 1, evidence });
    await expect(first).resolves.toEqual(evidence);
    await expect(second).resolves.toEqual([]);
    expect(child.asked).toEqual([
      { question: 1, watched: [watched] },
      { question: 2, watched: [] },
    ]);
  });

  test('the answer is null when the database does not answer, after ten seconds, and once the process has ended', async () => {
    const { child, read } = open();
    const failed = read([watched]);
    child.emit('message', { question: 1, evidence: null });
    await expect(failed).resolves.toBeNull();

    const late = jest.fn();
    void read([watched]).then(late);
    await jest.advanceTimersByTimeAsync(9999);
    expect(late).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(late).toHaveBeenCalledWith(null);

    const ended = read([watched]);
    child.emit('exit');
    await expect(ended).resolves.toBeNull();
    child.connected = false;
    await expect(read([watched])).resolves.toBeNull();
  });
});

describe('report to backend', () => {
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
    let served: ServedCounts = { pages: {}, networks: none };
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
});
