import { HOUR_MS } from '@site/contract/today';
import type { Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import {
  activateNew,
  activateReleases,
  addAll,
  holdPart,
  openTinySite,
  rollBack,
  tinyRemote,
  tinyShell,
} from '@site/release-core/tests/support/tiny-site';
import type { Message } from './post-message';
import { createWebhook, eventOfChange } from './webhook';

describe('deliveries', () => {
  let store: Store;
  let sent: Message[];
  let lines: string[];
  let pauses: number[];
  let later: number;

  const now = () => Date.now() + later;
  const ids = () => sent.map(({ id }) => id);
  const bodies = () => sent.map(({ body }) => JSON.parse(body) as { type: string; data: object });

  const open = (post = async (message: Message) => void sent.push(message), on = store) =>
    createWebhook({ store: on, post, pause: async (ms) => void pauses.push(ms), log: (line) => lines.push(line), now });

  async function lookWith(...servers: ReturnType<typeof createWebhook>[]) {
    await Promise.all(servers.map(({ poll }) => poll()));
    // Nothing that they wait for takes time.
    await new Promise(setImmediate);
  }

  const booking = (id: string) => tinyRemote('booking', id, { publishedAt: new Date().toISOString() });

  beforeEach(async () => {
    [sent, lines, pauses, later] = [[], [], [], 0];
    store = memoryStore();
    const old = { publishedAt: '2026-01-01T00:00:00.000Z' };
    const { release, ...shell } = tinyShell();
    const parts = [tinyRemote('landing', '1.0.0-a', old), tinyRemote('booking', '1.0.0-a', old)];
    await openTinySite(store, [{ ...shell, release: { ...release, ...old } }, ...parts]);
  });

  test('reports a publication, an activation, a rollback with its hold, and a hold', async () => {
    const server = open();
    await addAll(store, [booking('1.0.0-b')]);
    await lookWith(server);
    await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
    await lookWith(server);
    await rollBack(store, 'booking');
    await lookWith(server);
    await holdPart(store, 'shell', 'fair');
    await lookWith(server, open());
    expect(bodies()).toMatchObject([
      { type: 'release.published', data: { name: 'booking', id: '1.0.0-b' } },
      { type: 'release.activated', data: { seq: 2, parts: [{ name: 'booking', from: '1.0.0-a', to: '1.0.0-b' }] } },
      { type: 'release.rolled-back', data: { seq: 3 } },
      { type: 'release.held', data: { seq: 4, held: ['shell'], why: 'fair' } },
    ]);
    expect(lines).toEqual([]);
  });

  test('several servers that look at once deliver each change once', async () => {
    await activateNew(store, booking('1.0.0-b'));
    const servers = [open(), open(), open(), open()];
    await lookWith(...servers);
    await lookWith(...servers);
    expect(ids().sort()).toEqual(['change-2', 'release-booking-1.0.0-b']);
  });

  test('after a restart, what was missed in the last hour is delivered, and nothing older', async () => {
    await activateNew(store, booking('1.0.0-b'));
    later = HOUR_MS / 2;
    await lookWith(open());
    expect(ids()).toEqual(['change-2', 'release-booking-1.0.0-b']);
    await rollBack(store, 'booking');
    later = HOUR_MS + 60_000;
    await lookWith(open());
    expect(sent).toHaveLength(2);
  });

  test('a delivery that fails is repeated four times with growing pauses and the same id, then given up', async () => {
    await addAll(store, [booking('1.0.0-b')]);
    const tried: Message[] = [];
    const failing = open(async (message) => {
      tried.push(message);
      throw new Error('it answered 503');
    });
    await lookWith(failing);
    expect(tried.map(({ id }) => id)).toEqual(Array(5).fill('release-booking-1.0.0-b'));
    expect(pauses).toEqual([5_000, 30_000, 120_000, 480_000]);
    expect(lines.at(-1)).toBe(
      'The webhook of release-booking-1.0.0-b was not delivered: it answered 503. It is given up.',
    );
    await lookWith(open());
    expect(sent).toEqual([]);
  });

  test('what nobody needs any more is removed from the store', async () => {
    await addAll(store, [booking('1.0.0-b')]);
    await lookWith(open());
    expect(await store.blobs.list('webhooks/')).toEqual(['release-booking-1.0.0-b']);
    later = 3 * HOUR_MS;
    await lookWith(open());
    expect(await store.blobs.list('webhooks/')).toEqual([]);
  });
});

describe('events', () => {
  const change = { parts: [], why: '', who: 'Ada', at: '2026-11-25T09:00:00.000Z' };

  test('an automatic rollback is `release.returned`', () => {
    const held = { kind: 'guard', parts: ['booking'] } as const;
    const event = eventOfChange({ seq: 7, change: { ...change, command: 'rollback', held } });
    expect(event).toMatchObject({ id: 'change-7', at: change.at });
    expect(JSON.parse(event?.body ?? '')).toEqual({
      type: 'release.returned',
      timestamp: change.at,
      data: { seq: 7, parts: [], held: ['booking'], resumed: [], who: 'Ada', why: '' },
    });
  });

  test.each(['start', 'compose', 'repair', 'revoke', 'deactivate'] as const)('%s is not reported', (command) => {
    expect(eventOfChange({ seq: 7, change: { ...change, command } })).toBeNull();
  });
});
