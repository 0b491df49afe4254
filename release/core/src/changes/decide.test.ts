import { memoryStore } from '../../tests/support/memory-store';
import { addAll, routeTo, tinyData, tinyRemote, tinyStore } from '../../tests/support/tiny-site';
import { descriptionKey } from '../store/keys';
import type { Revision } from '../store/revision';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { changeSite } from './change';
import { decideActivation, decideComposition, decideDeactivation, decideRevocation, requireState } from './decide';
import { decideChangeRollback, decideRollback } from './roll-back';

let store: Store;

beforeEach(async () => {
  store = await tinyStore();
});

type Decide = typeof decideRevocation;

// Lifts the holds of earlier rollbacks.
const decideOne: Decide = (store, current, one) =>
  decideActivation(store, current, { chosen: [one], isResuming: true });

const now = async () => requireState(await store.readRevision());
const decide = async (how: Decide, name: string, id: string) => how(store, await now(), { name, id });

async function change(how: Decide, name: string, id: string): Promise<Revision> {
  const changed = await changeSite(store, '', (current) => how(store, current, { name, id }));
  if (!changed) throw new Error('Nothing was to change.');
  return changed.revision;
}

const rollBack = async (name: string, to?: string) =>
  (await changeSite(store, '', (current) => decideRollback(store, current, [{ name, to }])))?.revision;

async function ship(...ids: string[]) {
  for (const id of ids) {
    await addAll(store, [tinyRemote('booking', id)]);
    await change(decideOne, 'booking', id);
  }
}

async function refused(decision: Promise<unknown>, why: string) {
  const error = await decision.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).message).toBe(why);
}

const partOf = async (name: string) => (await now()).releases[name];

describe('activating', () => {
  test('makes the replaced release the previous one, and records the change', async () => {
    await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
    const { releases, change: recorded, data } = await change(decideOne, 'booking', '1.0.0-b');
    expect(releases.booking).toEqual({ active: '1.0.0-b', previous: ['1.0.0-a'], revoked: [] });
    expect(recorded).toMatchObject({
      command: 'activate',
      parts: [{ name: 'booking', from: '1.0.0-a', to: '1.0.0-b' }],
    });
    expect(data).toEqual(tinyData);
  });

  test('remembers each earlier release once, the latest first', async () => {
    await ship('1.0.0-b', '1.0.0-c');
    await change(decideOne, 'booking', '1.0.0-a');
    expect(await partOf('booking')).toEqual({ active: '1.0.0-a', previous: ['1.0.0-c', '1.0.0-b'], revoked: [] });
  });

  test('remembers the latest fifty releases', async () => {
    const ids = Array.from({ length: 51 }, (_, at) => `0.9.0-${at}`);
    const state = await now();
    const line = { active: '1.0.0-a', previous: ids, revoked: [] };
    await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
    const decision = await decideOne(
      store,
      { ...state, releases: { ...state.releases, booking: line } },
      { name: 'booking', id: '1.0.0-b' },
    );
    expect(decision?.releases.booking?.previous).toEqual(['1.0.0-a', ...ids.slice(0, 49)]);
  });

  test('refuses a release that was never published', async () => {
    const why = 'There is no release booking@1.0.0-x: "npx pnpm release status" lists the published ones.';
    await refused(decide(decideOne, 'booking', '1.0.0-x'), why);
    await refused(decide(decideOne, 'nobody', '1.0.0-a'), why.replace('booking@1.0.0-x', 'nobody@1.0.0-a'));
  });

  test('refuses a revoked release', async () => {
    await ship('1.0.0-b');
    await change(decideRevocation, 'booking', '1.0.0-b');
    await refused(
      decide(decideOne, 'booking', '1.0.0-b'),
      'booking@1.0.0-b is revoked for good: publish a release that differs from it.',
    );
  });

  test('refuses a damaged release and names its damaged files', async () => {
    await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
    await store.blobs.remove('r/booking/1.0.0-b/picture.svg');
    await store.blobs.remove('node/booking/1.0.0-b/booking-page.js');
    await store.blobs.add('node/booking/1.0.0-b/booking-page.js', 'exports.Page = null;');
    await refused(
      decide(decideOne, 'booking', '1.0.0-b'),
      'booking@1.0.0-b is damaged: r/booking/1.0.0-b/picture.svg is missing, node/booking/1.0.0-b/booking-page.js has changed. Publish the same sources again to restore it, or choose another.',
    );
  });

  test('names every route that a release lacks', async () => {
    const routes = [routeTo('/booking'), routeTo('/dates'), routeTo('/prices')];
    await addAll(store, [tinyRemote('booking', '1.0.0-b', { routes }), tinyRemote('booking', '1.0.0-c')]);
    await change(decideOne, 'booking', '1.0.0-b');
    await refused(
      decide(decideOne, 'booking', '1.0.0-c'),
      '/dates, /prices of booking@1.0.0-b would be lost. Publish a release that has them, or redirect its visitors: --retire /dates --redirect /other.',
    );
  });

  test('refuses every release in an empty store', async () => {
    const decision = decideOne(memoryStore(), null, { name: 'booking', id: '1.0.0-a' });
    await refused(decision, 'Nothing is active yet: start the site once with "npx pnpm start".');
  });
});

describe('rolling back', () => {
  test('activates the previous release, and does not list the replaced one as previous', async () => {
    await ship('1.0.0-b', '1.0.0-c');
    const revision = await rollBack('booking');
    expect(revision?.releases.booking).toEqual({ active: '1.0.0-b', previous: ['1.0.0-a'], revoked: [] });
    expect(revision?.change).toMatchObject({
      command: 'rollback',
      parts: [{ name: 'booking', from: '1.0.0-c', to: '1.0.0-b' }],
    });
  });

  test('goes one release back each time, and refuses when none is left', async () => {
    await ship('1.0.0-b', '1.0.0-c');
    await rollBack('booking');
    await rollBack('booking');
    expect((await partOf('booking'))?.active).toBe('1.0.0-a');
    const who = (await now()).change.who;
    await refused(
      rollBack('booking'),
      `booking has no older release than 1.0.0-a. The last change is 5, rollback by ${who}. Publish a corrected one, then activate it, or take the part out if no page links to it: "npx pnpm release deactivate booking".`,
    );
  });

  test('refuses to roll back the only release of a part, and names the revoked ones', async () => {
    await ship('1.0.0-b');
    await change(decideRevocation, 'booking', '1.0.0-a');
    const { who } = (await now()).change;
    const last = `The last change is 3, revoke by ${who}. Publish a corrected one, then activate it`;
    await refused(
      rollBack('booking'),
      `booking has no older release than 1.0.0-b; revoked: 1.0.0-a. ${last}, or take the part out if no page links to it: "npx pnpm release deactivate booking".`,
    );
    await refused(rollBack('shell'), `shell has no older release than 1.0.0-s1. ${last}.`);
  });

  test('changes nothing when it is repeated with the release that is now active', async () => {
    await ship('1.0.0-b');
    await rollBack('booking', '1.0.0-a');
    expect(await rollBack('booking', '1.0.0-a')).toBeUndefined();
    expect((await now()).seq).toBe(3);
  });

  test('refuses the name of an unknown part', async () => {
    await refused(rollBack('bookings'), 'Nothing is called "bookings": choose among shell, landing, booking.');
  });

  test('refuses a release that was not active before', async () => {
    await ship('1.0.0-b');
    await addAll(store, [tinyRemote('booking', '1.0.0-c')]);
    await refused(
      rollBack('booking', '1.0.0-c'),
      'booking@1.0.0-c was not active before 1.0.0-b: choose among 1.0.0-a, or activate it.',
    );
    await change(decideOne, 'booking', '1.0.0-c');
    await refused(
      rollBack('booking', '1.0.0-d'),
      'booking@1.0.0-d was not active before 1.0.0-c: choose among 1.0.0-b, 1.0.0-a, or activate it.',
    );
    await refused(
      rollBack('landing', '1.0.0-c'),
      'landing@1.0.0-c was not active before 1.0.0-a: choose among none, or activate it.',
    );
  });

  test('leaves a release whose description is missing or that has more pages than the previous one', async () => {
    await addAll(store, [tinyRemote('booking', '1.0.0-b', { routes: [routeTo('/booking'), routeTo('/dates')] })]);
    await change(decideOne, 'booking', '1.0.0-b');
    expect((await rollBack('booking'))?.releases.booking?.active).toBe('1.0.0-a');
    await change(decideOne, 'booking', '1.0.0-b');
    await store.blobs.remove(descriptionKey({ name: 'booking', id: '1.0.0-b' }));
    expect((await rollBack('booking'))?.releases.booking?.active).toBe('1.0.0-a');
  });

  test('refuses a previous release that is damaged', async () => {
    await ship('1.0.0-b');
    await store.blobs.remove('r/booking/1.0.0-a/remoteEntry.js');
    await refused(
      rollBack('booking'),
      'booking@1.0.0-a is damaged: r/booking/1.0.0-a/remoteEntry.js is missing. Publish the same sources again to restore it, or choose another.',
    );
  });
});

describe('revoking', () => {
  test('activates the previous release in place of a revoked active one', async () => {
    await ship('1.0.0-b', '1.0.0-c');
    const { releases, change: recorded } = await change(decideRevocation, 'booking', '1.0.0-c');
    expect(releases.booking).toEqual({ active: '1.0.0-b', previous: ['1.0.0-a'], revoked: ['1.0.0-c'] });
    expect(recorded).toMatchObject({
      command: 'revoke',
      parts: [{ name: 'booking', from: '1.0.0-c', to: '1.0.0-b' }],
      revoked: '1.0.0-c',
    });
  });

  test('removes an inactive release from the previous ones', async () => {
    await ship('1.0.0-b', '1.0.0-c');
    const { releases } = await change(decideRevocation, 'booking', '1.0.0-b');
    expect(releases.booking).toEqual({ active: '1.0.0-c', previous: ['1.0.0-a'], revoked: ['1.0.0-b'] });
    expect((await rollBack('booking'))?.releases.booking?.active).toBe('1.0.0-a');
  });

  test('changes nothing when the release is already revoked', async () => {
    await ship('1.0.0-b');
    await change(decideRevocation, 'booking', '1.0.0-b');
    expect(await decide(decideRevocation, 'booking', '1.0.0-b')).toBeNull();
  });

  test('lists revoked releases in the release index', async () => {
    await ship('1.0.0-b');
    const { pages } = await change(decideRevocation, 'booking', '1.0.0-b');
    const index = JSON.parse((await store.readBody(pages['/releases.json']?.body ?? '')).toString());
    expect(index.remotes.booking).toMatchObject({ id: '1.0.0-a', revoked: ['1.0.0-b'] });
  });

  test('deactivates a part whose only release is revoked, unless the shell links to its page', async () => {
    const { releases, deactivated, pages, change: recorded } = await change(decideRevocation, 'booking', '1.0.0-a');
    expect(recorded.parts).toStrictEqual([{ name: 'booking', from: '1.0.0-a' }]);
    expect(releases.booking).toBeUndefined();
    expect(deactivated).toEqual({ booking: { previous: [], revoked: ['1.0.0-a'] } });
    expect(pages).not.toHaveProperty(['/booking']);
    await refused(
      decide(decideOne, 'booking', '1.0.0-a'),
      'booking@1.0.0-a is revoked for good: publish a release that differs from it.',
    );
    await refused(
      decide(decideRevocation, 'landing', '1.0.0-a'),
      'no active release has the page home, to which shell@1.0.0-s1 links. Nothing was changed. Choose another release, or publish what is missing first.',
    );
  });

  test('revokes an inactive release although the active one is damaged', async () => {
    await ship('1.0.0-b');
    await store.blobs.remove('r/booking/1.0.0-b/remoteEntry.js');
    const decision = await decide(decideRevocation, 'booking', '1.0.0-a');
    expect(decision?.releases.booking).toEqual({ active: '1.0.0-b', previous: [], revoked: ['1.0.0-a'] });
  });

  test('refuses a revocation when the previous release is damaged', async () => {
    await ship('1.0.0-b');
    await store.blobs.remove('r/booking/1.0.0-a/remoteEntry.js');
    await refused(
      decide(decideRevocation, 'booking', '1.0.0-b'),
      'booking@1.0.0-a is damaged: r/booking/1.0.0-a/remoteEntry.js is missing. Publish the same sources again to restore it, or choose another.',
    );
  });
});

test('composing with the same data changes nothing', async () => {
  const current = await now();
  expect(decideComposition(current, 'compose', { releases: current.releases, data: { ...tinyData } })).toBeNull();
  const later = { ...tinyData, composedOn: '2026-11-22' };
  expect(decideComposition(current, 'compose', { releases: current.releases, data: later })).toEqual({
    releases: current.releases,
    data: later,
    change: { command: 'compose', parts: [] },
  });
});

test('composing with other data keeps deactivated parts and redirects', async () => {
  const { releases } = await now();
  const kept = { deactivated: { shop: { previous: ['1.0.0-a'], revoked: [] } }, redirects: { '/a': '/booking' } };
  const later = { releases, data: { ...tinyData, composedOn: '2026-11-22' } };
  const decision = decideComposition({ ...(await now()), ...kept }, 'compose', later);
  expect(decision).toEqual({ ...later, ...kept, change: { command: 'compose', parts: [] } });
});

test('deactivating a part keeps earlier parts deactivated, and its own releases for the next activation', async () => {
  await addAll(store, [tinyRemote('shop'), tinyRemote('booking', '1.0.0-c')]);
  await change(decideOne, 'shop', '1.0.0-a');
  await ship('1.0.0-b');
  await change(decideRevocation, 'booking', '1.0.0-c');
  for (const name of ['shop', 'booking']) {
    await changeSite(store, '', (current) => decideDeactivation(store, current, { name }));
  }
  expect(Object.keys((await now()).deactivated ?? {}).sort()).toEqual(['booking', 'shop']);
  await change(decideOne, 'booking', '1.0.0-b');
  expect(await partOf('booking')).toEqual({ active: '1.0.0-b', previous: ['1.0.0-a'], revoked: ['1.0.0-c'] });
});

test('a part can be deactivated when only some of its paths redirect', async () => {
  await addAll(store, [
    tinyRemote('shop', '1.0.0-a', { routes: [routeTo('/shop', 'shop'), routeTo('/offers', 'offers')] }),
  ]);
  await change(decideOne, 'shop', '1.0.0-a');
  const decision = await decideDeactivation(store, await now(), {
    name: 'shop',
    retired: [{ path: '/shop', redirect: '/' }],
  });
  expect(decision?.redirects).toEqual({ '/shop': '/' });
});

describe('undoing a change', () => {
  const move = (id: string, from: string, to: string) =>
    changeSite(store, '', (current) =>
      decideActivation(store, current, { chosen: [{ name: 'booking', id }], retired: [{ path: from, redirect: to }] }),
    );
  const undo = async (seq: number) =>
    (await changeSite(store, '', (current) => decideChangeRollback(store, current, seq)))?.revision;

  test('removes the redirects of the change and keeps later ones', async () => {
    await addAll(store, [
      tinyRemote('booking', '1.0.0-b', { routes: [routeTo('/reserver', 'booking')] }),
      tinyRemote('booking', '1.0.0-c', { routes: [routeTo('/dates', 'booking')] }),
      tinyRemote('booking', '1.0.0-d', { routes: [routeTo('/dates', 'booking')] }),
    ]);
    await move('1.0.0-b', '/booking', '/reserver');
    await move('1.0.0-c', '/reserver', '/dates');
    expect((await now()).redirects).toEqual({ '/booking': '/reserver', '/reserver': '/dates' });
    await move('1.0.0-d', '/booking', '/');
    const revision = await undo(3);
    expect(revision?.releases.booking?.active).toBe('1.0.0-b');
    expect(revision?.redirects).toEqual({ '/booking': '/' });
  });

  test('restores the earlier target of a redirect', async () => {
    await addAll(store, [tinyRemote('booking', '1.0.0-b', { routes: [routeTo('/reserver', 'booking')] })]);
    await move('1.0.0-b', '/booking', '/');
    await addAll(store, [tinyRemote('booking', '1.0.0-c', { routes: [routeTo('/reserver', 'booking')] })]);
    await move('1.0.0-c', '/booking', '/reserver');
    expect((await now()).redirects).toEqual({ '/booking': '/reserver' });
    expect((await undo(3))?.redirects).toEqual({ '/booking': '/' });
  });

  test('drops the releases after the restored one, so that a rollback goes further back', async () => {
    await ship('1.0.0-b', '1.0.0-c', '1.0.0-d');
    const { seq } = await now();
    expect((await undo(seq - 1))?.releases.booking).toEqual({
      active: '1.0.0-b',
      previous: ['1.0.0-a'],
      revoked: [],
    });
  });

  test('deactivates a part that the change added', async () => {
    await addAll(store, [tinyRemote('shop')]);
    await change(decideOne, 'shop', '1.0.0-a');
    const revision = await undo(2);
    expect(revision?.releases.shop).toBeUndefined();
    expect(revision?.deactivated).toEqual({ shop: { previous: ['1.0.0-a'], revoked: [] } });
  });
});
