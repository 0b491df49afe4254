import { mapKey } from '@site/release-core/store/keys';
import type { Store } from '@site/release-core/store/store';
import { type Artifact, tinyRemote, tinyShell, tinyStore, withMap } from '@site/release-core/tests/support/tiny-site';
import { callAs, giveGrant, type InterfaceSite, publishWith } from '../../tests/support/interface-site';
import { serveForTests } from '../../tests/support/serve-for-tests';

const MAP_BYTES = 1000;
const [a, b] = [withMap(tinyRemote('booking')), withMap(tinyRemote('booking', '1.0.0-b'))];
const key = (artifact: Artifact) => mapKey(artifact.release, artifact.release.entry);

let store: Store;
let site: InterfaceSite;
let token: string;
let ofLanding: string;

beforeEach(async () => {
  store = await tinyStore([tinyShell(), tinyRemote('landing'), a]);
  site = await serveForTests({ store, limits: { mapBytes: MAP_BYTES } });
  ({ token } = await giveGrant(store));
  ({ token: ofLanding } = await giveGrant(store, { to: 'équipe accueil', names: ['landing'] }));
});
afterEach(() => site.stop());

const call = (method: string, path: string, body?: object, as = token) =>
  callAs(as, `${method} ${site.address}${path}`, body);
const upload = (artifact: Artifact) => publishWith(call, artifact);

test('visitors get no source map: neither of an address beside the script, nor of the store’s key', async () => {
  const script = `${site.origin}/r/booking/1.0.0-a/remoteEntry.js`;
  const answer = await fetch(script);
  expect([answer.status, answer.headers.get('sourcemap')]).toEqual([200, null]);
  for (const address of [
    ...[`${script}.map`, `${script}.map.br`, `${site.origin}/${key(a)}`, `${site.origin}/r/../${key(a)}`],
    ...[`${site.origin}/r/booking/1.0.0-a/maps/remoteEntry.js.map`, `${site.origin}/r/%2e%2e/${key(a)}`],
  ]) {
    expect([address, (await fetch(address)).status]).toEqual([address, 404]);
  }
});

test('a grant of the part reads its source maps, another grant reads none and cannot list them', async () => {
  expect(await call('GET', `/store/${key(a)}`)).toMatchObject({ status: 200, body: 'a source map' });
  expect((await call('GET', '/store/maps/booking/1.0.0-a/')).body).toEqual(['remoteEntry.js.map.br']);
  for (const path of [key(a), 'maps/booking/', 'maps/booking/1.0.0-a/', 'maps/', 'maps/landing/../booking/']) {
    expect([path, (await call('GET', `/store/${path}`, undefined, ofLanding)).status]).toEqual([path, 404]);
  }
  expect((await call('HEAD', `/store/${key(a)}`, undefined, ofLanding)).status).toBe(404);
  expect((await call('GET', '/store/maps/')).status).toBe(404);
  expect((await fetch(`${site.address}/store/${key(a)}`)).status).toBe(401);
});

test('an upload stores the source maps, verified by their hashes', async () => {
  expect((await upload(b)).body.outcome).toBe('new');
  expect((await store.blobs.get(key(b)))?.toString()).toBe('a source map');
  await store.blobs.replace(key(b), 'something else');
  expect((await upload(b)).body.outcome).toBe('mended');
  expect((await store.blobs.get(key(b)))?.toString()).toBe('a source map');
});

test('a source map that is too large, or of no script, is refused', async () => {
  const large = await upload(withMap(b, 'x'.repeat(MAP_BYTES + 1)));
  const detail = `A source map has ${MAP_BYTES} bytes at most.`;
  expect(large).toMatchObject({ status: 413, body: { detail } });
  const [hash = ''] = Object.values(b.release.maps ?? {});
  const release = { ...b.release, maps: { 'other.js': hash } };
  const strange = await upload({ ...b, release, maps: new Map([['other.js', Buffer.from('a source map')]]) });
  const named = expect.stringContaining('it names the file other.js and does not have it');
  expect(strange).toMatchObject({ status: 422, body: { detail: named } });
  expect(await store.has('booking', '1.0.0-b')).toBe(false);
});
