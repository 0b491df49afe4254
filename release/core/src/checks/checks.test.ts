import { memoryStore } from '../../tests/support/memory-store';
import { addAll, openTinySite, routeTo, tinyRemote, tinyShell, withJourneys } from '../../tests/support/tiny-site';
import { requireState } from '../changes/decide';
import type { Revision } from '../store/revision';
import type { Store } from '../store/store';
import { addJourneyRuns, journeysIn, missingJourneys, type SiteParts } from './journeys';
import { newPairs, pairsOf } from './pairs';

describe('pairs', () => {
  const lines = (active: Record<string, string>) =>
    Object.fromEntries(Object.entries(active).map(([name, id]) => [name, { active: id, previous: [], revoked: [] }]));

  const NOW = lines({ shell: '1.0.0-s', booking: '1.0.0-b', landing: '1.0.0-l' });

  test('pairs the shell of a site with each of its remotes', () => {
    expect(pairsOf(NOW)).toEqual([
      { shell: '1.0.0-s', name: 'booking', id: '1.0.0-b' },
      { shell: '1.0.0-s', name: 'landing', id: '1.0.0-l' },
    ]);
  });

  test('a new release of a remote or a new remote makes one new pair, another shell one with each, a removal none', () => {
    const { booking, ...rest } = NOW;
    expect(newPairs(NOW, { ...NOW, ...lines({ booking: '1.0.0-c' }) })).toEqual([
      { shell: '1.0.0-s', name: 'booking', id: '1.0.0-c' },
    ]);
    expect(newPairs(rest, NOW)).toEqual([{ shell: '1.0.0-s', name: 'booking', id: '1.0.0-b' }]);
    expect(newPairs(NOW, { ...NOW, ...lines({ shell: '1.0.0-t' }) })).toHaveLength(2);
    expect(newPairs(NOW, rest)).toEqual([]);
    expect(pairsOf(lines({ booking: '1.0.0-b' }))).toEqual([]);
  });
});

describe('journeys', () => {
  const through = (...paths: string[]) => ({
    title: 'Un parcours',
    steps: paths.map((url) => ({ type: 'navigate', url })),
  });

  let store: Store;
  let current: Revision;

  beforeEach(async () => {
    store = memoryStore();
    const landing = withJourneys(tinyRemote('landing'), { alone: through('/'), book: through('/', '/booking') });
    await openTinySite(store, [
      tinyShell(),
      landing,
      withJourneys(tinyRemote('booking'), { book: through('/booking') }),
      tinyRemote('contact'),
    ]);
    current = requireState(await store.readRevision());
  });

  const withActive = (name: string, id: string, from: SiteParts = current): SiteParts => ({
    ...from,
    releases: { ...from.releases, [name]: { active: id, previous: [], revoked: [] } },
  });

  const unrun = async (next: SiteParts) =>
    (await missingJourneys(store, current, next)).map(({ owner, journey }) => `${owner.name} ${journey.name}`);

  async function run(next: SiteParts) {
    const ran = (await missingJourneys(store, current, next)).map(({ owner, journey, touched }) => ({
      ...owner,
      journey: journey.name,
      touched,
      problem: null,
    }));
    await addJourneyRuns(store, ran, { who: '', at: '2026-11-28T08:00:00.000Z', durationMs: 0 });
  }

  test('a journey touches its own part, the shell, and the parts whose pages its steps name', async () => {
    const all = await journeysIn(store, current);
    expect(all.map(({ owner, journey, touched }) => [owner.name, journey.name, touched])).toEqual([
      ['landing', 'alone', { landing: '1.0.0-a', shell: '1.0.0-s1' }],
      ['landing', 'book', { booking: '1.0.0-a', landing: '1.0.0-a', shell: '1.0.0-s1' }],
      ['booking', 'book', { booking: '1.0.0-a', shell: '1.0.0-s1' }],
    ]);
  });

  test('a change of a part runs its own journeys and those of others that step through it; of the shell, all', async () => {
    await addAll(store, [
      withJourneys(tinyRemote('booking', '1.0.0-b'), { book: through('/booking'), manage: through('/booking') }),
    ]);
    await addAll(store, [tinyShell('1.0.0-s2'), tinyRemote('contact', '1.0.0-b')]);
    expect(await unrun(withActive('booking', '1.0.0-b'))).toEqual(['landing book', 'booking book', 'booking manage']);
    expect(await unrun(withActive('contact', '1.0.0-b'))).toEqual([]);
    expect(await unrun(withActive('shell', '1.0.0-s2'))).toEqual(['landing alone', 'landing book', 'booking book']);
    expect(await missingJourneys(store, null, current)).toHaveLength(3);
  });

  test('a journey runs once in each state of what it touches, whatever else changes meanwhile', async () => {
    await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('contact', '1.0.0-b')]);
    const next = withActive('booking', '1.0.0-b');
    await run(next);
    expect(await unrun(next)).toEqual([]);
    expect(await unrun(withActive('contact', '1.0.0-b', next))).toEqual([]);
    await addAll(store, [tinyShell('1.0.0-s2')]);
    expect(await unrun(withActive('shell', '1.0.0-s2', next))).toEqual(['landing alone', 'landing book']);
  });

  test('a journey that its part has dropped runs no more, and a store without journeys runs none', async () => {
    await addAll(store, [tinyRemote('landing', '1.0.0-b')]);
    const dropped = withActive('landing', '1.0.0-b');
    expect(await unrun(dropped)).toEqual([]);
    await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
    expect(await missingJourneys(store, null, withActive('booking', '1.0.0-b', dropped))).toEqual([]);
  });

  test('a part that loses a page or moves it is reached by the journeys of others that name the old path', async () => {
    await addAll(store, [tinyRemote('booking', '1.0.0-b', { routes: [routeTo('/reserver', 'booking')] })]);
    const moved = withActive('booking', '1.0.0-b');
    expect(await unrun(moved)).toEqual(['landing book']);
    const redirected = { ...moved, redirects: { '/booking': '/reserver' } };
    const [found] = await missingJourneys(store, current, redirected);
    expect(found?.touched).toMatchObject({ booking: '1.0.0-b' });
  });

  test('what ran of a release is removed with it, and with its shell', async () => {
    await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
    const next = withActive('booking', '1.0.0-b');
    await run(next);
    expect(await store.blobs.list('checks/1.0.0-s1/')).toHaveLength(1);
    await store.removeRelease({ name: 'landing', id: '1.0.0-a' });
    expect(await store.blobs.list('checks/1.0.0-s1/')).toEqual([]);
  });

  test('damaged journeys are named with the remedy, and a release from before there were journeys has none', async () => {
    const [damaged] = [withJourneys(tinyRemote('booking', '1.0.0-b'), { book: { title: 'Sans pages', steps: [] } })];
    await addAll(store, [damaged]);
    await expect(journeysIn(store, withActive('booking', '1.0.0-b'))).rejects.toThrow(
      'node/booking/1.0.0-b/journeys.json: journeys/book.json: "steps" must begin with a step of type navigate. Publish booking again.',
    );
  });
});
