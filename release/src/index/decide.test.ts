import type { Release } from '../store/release';
import type { Store } from '../store/store';
import { memoryStore } from '../testing/memory-store';
import { changesOf } from '../testing/site-changes';
import { addAll, openTinySite, requiring, routeTo, tinyData, tinyRemote, tinyShell } from '../testing/tiny-site';
import { decideComposition } from './decide';

let store: Store;
let site: ReturnType<typeof changesOf>;

const booking = (id: string, changes: Partial<Release> = {}) => tinyRemote('booking', id, changes);

beforeEach(async () => {
  store = memoryStore();
  site = changesOf(store);
  await openTinySite(store, [tinyShell('s1'), tinyRemote('landing', 'a'), booking('a')]);
  await addAll(store, [booking('b'), booking('c'), booking('d')]);
});

describe('activating', () => {
  test('puts the one that was active below it, and touches no other name', async () => {
    const before = (await store.readIndex())?.releases;
    const changed = await site.activate('booking', 'b');
    expect(changed?.entry.change).toMatchObject({ command: 'activate', name: 'booking', from: 'a', to: 'b' });
    expect((await store.readIndex())?.releases).toEqual({
      ...before,
      booking: { active: 'b', before: ['a'], revoked: [] },
    });
  });

  test('brings an earlier one back on top, where it stands once', async () => {
    for (const id of ['b', 'c', 'a']) await site.activate('booking', id);
    expect(await site.lineOf('booking')).toMatchObject({ active: 'a', before: ['c', 'b'] });
  });

  test('what is active changes nothing', async () => {
    expect(await site.activate('booking', 'a')).toBeNull();
    expect((await store.readIndex())?.seq).toBe(1);
  });

  test('a name that was not there before adds it', async () => {
    await addAll(store, [tinyRemote('contact', 'a')]);
    const changed = await site.activate('contact', 'a');
    expect(changed?.entry.change).toMatchObject({ name: 'contact', from: '', to: 'a' });
    expect(await site.lineOf('contact')).toEqual({ active: 'a', before: [], revoked: [] });
    expect(Object.keys(changed?.entry.pages ?? {})).toContain('/contact');
  });

  test('remembers the last fifty', async () => {
    const ids = Array.from({ length: 52 }, (_, at) => `n${at}`);
    await addAll(
      store,
      ids.map((id) => booking(id)),
    );
    for (const id of ids) await site.activate('booking', id);
    expect((await site.lineOf('booking'))?.before).toEqual(ids.slice(1, -1).reverse());
  });

  test('is refused for what is not published', () =>
    site.expectRefusal(
      () => site.activate('booking', 'x'),
      'There is no release booking@x: "pnpm release status" lists those that are published.',
    ));

  test('is refused for what is revoked', async () => {
    await site.revoke('booking', 'b');
    await site.expectRefusal(
      () => site.activate('booking', 'b'),
      'booking@b is revoked and stays so: publish a release that differs from it.',
    );
  });

  test('is refused for what is damaged, telling each file', async () => {
    await store.blobs.remove('r/booking/b/remoteEntry.js');
    await store.blobs.remove('node/booking/b/booking-page.js');
    await store.blobs.add('node/booking/b/booking-page.js', 'something else');
    await site.expectRefusal(
      () => site.activate('booking', 'b'),
      'booking@b is damaged: r/booking/b/remoteEntry.js is missing, node/booking/b/booking-page.js has changed. Publish the same sources again to mend it, or choose another.',
    );
  });

  test('is refused for what has lost a route', async () => {
    await addAll(store, [booking('small', { routes: [routeTo('/dates')] })]);
    await site.expectRefusal(
      () => site.activate('booking', 'small'),
      'booking@small no longer brings /booking, as a does: a contract only grows. Publish it with that route.',
    );
  });

  test('is refused for a remote that the shell does not fit', async () => {
    await addAll(store, [booking('e', requiring({ host: ['locale'] }))]);
    await site.expectRefusal(
      () => site.activate('booking', 'e'),
      'booking@e uses locale of the host, which shell@s1 lacks. Nothing was changed: activate what fits first, or choose another release.',
    );
  });

  test('is refused for a shell that a remote does not fit', async () => {
    await addAll(store, [booking('e', requiring({ sharedUi: ['Button'] }))]);
    await site.activate('booking', 'e');
    const offers = { react: '19.3.1', sharedUi: ['Heading'], host: [], routes: ['home'] };
    await addAll(store, [tinyShell('s2', { offers })]);
    await site.expectRefusal(
      () => site.activate('shell', 's2'),
      'booking@e uses Button of shared-ui, which shell@s2 lacks. Nothing was changed: activate what fits first, or choose another release.',
    );
  });

  test('is refused for a path that another remote has', async () => {
    await addAll(store, [tinyRemote('twin', 'a', { routes: [routeTo('/booking')] })]);
    await site.expectRefusal(
      () => site.activate('twin', 'a'),
      'two remotes bring /booking. Nothing was changed: activate what fits first, or choose another release.',
    );
  });

  test('is refused while nothing was ever started', async () => {
    const empty = memoryStore();
    const { activate, expectRefusal } = changesOf(empty);
    await addAll(empty, [booking('a')]);
    await expectRefusal(
      () => activate('booking', 'a'),
      'Nothing is active yet: start the site once with "npx pnpm start".',
    );
  });
});

describe('composing again', () => {
  test('changes nothing while the data are the same', async () => {
    const current = await store.readIndex();
    expect(decideComposition({}, structuredClone(tinyData), current, 'compose')).toBeNull();
  });

  test('keeps the releases with other data', async () => {
    const current = await store.readIndex();
    const data = { ...tinyData, composedOn: '2026-11-22' };
    expect(decideComposition(current?.releases ?? {}, data, current, 'compose')).toEqual({
      releases: current?.releases,
      data,
      change: { command: 'compose' },
    });
  });
});
