import { EventEmitter } from 'node:events';
import type { EvidenceQuestion } from '@site/backend/evidence';
import type { WatchedRelease } from '@site/release-core/watch/evidence';
import { createEvidenceReader } from './read-evidence';

const watched: WatchedRelease = { name: 'booking', id: '1.0.0-b', since: '2026-11-25T09:00:00Z', previous: '1.0.0-a' };
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
  return { child, read: createEvidenceReader(child as unknown as Parameters<typeof createEvidenceReader>[0]) };
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
