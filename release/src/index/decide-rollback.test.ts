import type { Release } from '../store/release';
import type { Store } from '../store/store';
import { memoryStore } from '../testing/memory-store';
import { changesOf } from '../testing/site-changes';
import { addAll, openTinySite, requiring, routeTo, tinyRemote, tinyShell } from '../testing/tiny-site';

let store: Store;
let site: ReturnType<typeof changesOf>;

const booking = (id: string, changes: Partial<Release> = {}) => tinyRemote('booking', id, changes);

beforeEach(async () => {
  store = memoryStore();
  site = changesOf(store);
  await openTinySite(store, [tinyShell('s1'), tinyRemote('landing', 'a'), booking('a')]);
  await addAll(store, [booking('b'), booking('c'), booking('d')]);
});

describe('rolling back', () => {
  beforeEach(async () => {
    for (const id of ['b', 'c', 'd']) await site.activate('booking', id);
  });

  test('goes to the one before, and then further', async () => {
    const changed = await site.rollback('booking');
    expect(changed?.entry.change).toMatchObject({ command: 'rollback', name: 'booking', from: 'd', to: 'c' });
    expect(await site.lineOf('booking')).toMatchObject({ active: 'c', before: ['b', 'a'] });
    await site.rollback('booking');
    await site.rollback('booking');
    expect(await site.lineOf('booking')).toMatchObject({ active: 'a', before: [] });
  });

  test('goes as far as is asked', async () => {
    await site.rollback('booking', 'a');
    expect(await site.lineOf('booking')).toMatchObject({ active: 'a', before: [] });
  });

  test('does not meet again what was left', async () => {
    await site.rollback('booking');
    await site.activate('booking', 'd');
    await site.rollback('booking');
    expect(await site.lineOf('booking')).toMatchObject({ active: 'c', before: ['b', 'a'] });
  });

  test('is refused where nothing was before', () =>
    site.expectRefusal(
      () => site.rollback('landing'),
      'landing has no release before a: there is nothing to roll back to.',
    ));

  test('is refused for what was never active', async () => {
    await addAll(store, [booking('e')]);
    await site.expectRefusal(
      () => site.rollback('booking', 'e'),
      'booking@e was not active before d: choose among c, b, a, or activate it.',
    );
  });

  test('is refused for a name that nothing has', () =>
    site.expectRefusal(
      () => site.rollback('bookings'),
      'Nothing is called "bookings": choose among shell, landing, booking.',
    ));

  test('is refused for what is damaged', async () => {
    await store.blobs.remove('r/booking/c/picture.svg');
    await site.expectRefusal(
      () => site.rollback('booking'),
      'booking@c is damaged: r/booking/c/picture.svg is missing. Publish the same sources again to mend it, or choose another.',
    );
  });

  test('is refused for what was removed', async () => {
    await store.removeRelease('booking', 'c');
    await site.expectRefusal(
      () => site.rollback('booking'),
      'There is no release booking@c: "pnpm release status" lists those that are published.',
    );
  });

  test('is refused for a shell that lacks what a remote needs by now', async () => {
    const offers = { react: '19.3.1', sharedUi: ['Chart'], host: [], routes: ['home'] };
    await addAll(store, [tinyShell('s2', { offers }), booking('e', requiring({ sharedUi: ['Chart'] }))]);
    await site.activate('shell', 's2');
    await site.activate('booking', 'e');
    await site.expectRefusal(
      () => site.rollback('shell'),
      'booking@e uses Chart of shared-ui, which shell@s1 lacks. Nothing was changed: activate what fits first, or choose another release.',
    );
  });

  test('may lose a route that a later release had brought', async () => {
    await addAll(store, [booking('e', { routes: [routeTo('/booking'), routeTo('/dates')] })]);
    await site.activate('booking', 'e');
    const changed = await site.rollback('booking');
    expect(changed?.entry.pages['/dates']).toBeUndefined();
  });
});

describe('revoking', () => {
  beforeEach(async () => {
    for (const id of ['b', 'c']) await site.activate('booking', id);
  });

  test('what is active puts the one before in its place, for good', async () => {
    const changed = await site.revoke('booking', 'c');
    expect(changed?.entry.change).toMatchObject({ command: 'revoke', name: 'booking', from: 'c', to: 'c' });
    expect(await site.lineOf('booking')).toEqual({ active: 'b', before: ['a'], revoked: ['c'] });
  });

  test('what was active takes it out of what can be gone back to', async () => {
    await site.revoke('booking', 'b');
    expect(await site.lineOf('booking')).toEqual({ active: 'c', before: ['a'], revoked: ['b'] });
    await site.rollback('booking');
    expect(await site.lineOf('booking')).toMatchObject({ active: 'a', before: [] });
  });

  test('what was never active is remembered', async () => {
    await site.revoke('booking', 'd');
    expect(await site.lineOf('booking')).toEqual({ active: 'c', before: ['b', 'a'], revoked: ['d'] });
  });

  test('twice changes nothing', async () => {
    await site.revoke('booking', 'b');
    expect(await site.revoke('booking', 'b')).toBeNull();
  });

  test('is told to every page', async () => {
    const changed = await site.revoke('booking', 'b');
    for (const path of ['/', '/booking', '404', '/releases.json']) {
      const text = await store.readBody(changed?.entry.pages[path]?.body ?? '');
      expect(text.toString()).toContain('"revoked":["b"]');
    }
  });

  test('is refused for what is not published', () =>
    site.expectRefusal(
      () => site.revoke('booking', 'x'),
      'There is no release booking@x: "pnpm release status" lists those that are published.',
    ));

  test('is refused for the only one there is', () =>
    site.expectRefusal(
      () => site.revoke('landing', 'a'),
      'landing@a is active and nothing was before it: activate another release of landing first, then revoke this one.',
    ));

  test('is refused where the one before is damaged', async () => {
    await store.blobs.remove('r/booking/b/picture.svg');
    await site.expectRefusal(
      () => site.revoke('booking', 'c'),
      'booking@b is damaged: r/booking/b/picture.svg is missing. Publish the same sources again to mend it, or choose another.',
    );
  });
});
