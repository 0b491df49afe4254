import { activateNew } from '@site/release-core/tests/support/change';
import { tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { readSpeeds, speedsOf } from './read-speeds';

const counted = { remote: 'booking', release: '1.0.0-b', route: '/booking', metric: 'lcp', bucket: 2, pages: 25 };

async function openStore() {
  const store = await tinyStore();
  await activateNew(store, tinyRemote('booking', '1.0.0-b'));
  return store;
}

test('lists the active release and the one before it, where enough pages were measured', async () => {
  const speeds = await speedsOf(await openStore(), [
    counted,
    { ...counted, bucket: 5, pages: 15 },
    { ...counted, release: '1.0.0-a', pages: 20 },
    { ...counted, metric: 'inp', pages: 19 },
    { ...counted, remote: 'shell', release: '1.0.0-s1', metric: 'cls', bucket: 0, pages: 40 },
  ]);
  expect(speeds).toMatchObject([
    { name: 'shell', id: '1.0.0-s1', state: 'active', route: '/booking', metric: 'cls', n: 40 },
    { name: 'booking', id: '1.0.0-b', state: 'active', metric: 'lcp', n: 40, shares: [25, 15, 0] },
    { name: 'booking', id: '1.0.0-a', state: 'previous', metric: 'lcp', n: 20 },
  ]);
});

test('leaves out what a forged report names: other releases and routes that no release has', async () => {
  const forged = [
    { ...counted, release: '9.9.9-invented' },
    { ...counted, route: '/appelez-le-0612345678' },
    { ...counted, metric: 'never' },
  ];
  expect(await speedsOf(await openStore(), forged)).toEqual([]);
});

// A working directory that does not exist makes the query fail, as without a database.
test('speeds are unknown, not missing, when the database does not answer', async () => {
  const speeds = await readSpeeds({ store: await openStore(), root: '/nowhere' }, {});
  expect(speeds).toEqual({ days: 30, fewest: 20, speeds: null, isElsewhere: false });
});
