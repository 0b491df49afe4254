import { tinyRemote, tinyShell, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { countedReleases, ofReceivingParts } from './failures';

const counted = (name: string, id: string, requests: number) => ({ name, id, requests });

test('counts requests of the active release and of three before it', async () => {
  const store = await tinyStore([tinyShell(), tinyRemote('booking')]);
  const { revision } = await store.readState();
  if (!revision) throw new Error('The site has no revision.');
  const booking = { active: '1.0.0-e', previous: ['1.0.0-d', '1.0.0-c', '1.0.0-b', '1.0.0-a'], revoked: [] };
  const ids = countedReleases({ ...revision, releases: { booking } }).map(({ id }) => id);
  expect(ids).toEqual(['1.0.0-e', '1.0.0-d', '1.0.0-c', '1.0.0-b']);
  expect(countedReleases(null)).toEqual([]);
});

test('a part that never received a request is left out, a release that received none is not', () => {
  const booking = [counted('booking', '1.0.0-b', 0), counted('booking', '1.0.0-a', 4)];
  expect(ofReceivingParts({ requests: [counted('legal', '1.0.0-a', 0), ...booking] })).toEqual(booking);
});
