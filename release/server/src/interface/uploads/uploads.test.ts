import { mapKey } from '@site/release-core/store/keys';
import { openStore, type Store } from '@site/release-core/store/store';
import {
  type BuiltRelease,
  tinyRemote,
  tinyShell,
  tinyStore,
  withFiles,
  withMap,
} from '@site/release-core/tests/support/tiny-site';
import type { UploadAnswer } from '@site/release-core/wire/protocol';
import {
  callAs,
  contentsOf,
  giveGrant,
  type InterfaceSite,
  publishWith,
  uploadOf,
} from '../../../tests/support/interface-site';
import { serveForTests } from '../../../tests/support/serve-for-tests';
import type { Limits } from '../limits';

describe('limits', () => {
  const UPLOADS = 'scratch/uploads/';

  let store: Store;
  let token: string;

  beforeEach(async () => {
    store = await tinyStore();
    ({ token } = await giveGrant(store));
  });

  const serve = (limits: Partial<Limits> = {}, served = store) => serveForTests({ store: served, limits });

  const callTo =
    ({ address }: InterfaceSite) =>
    (method: string, path: string, body?: object) =>
      callAs(token, `${method} ${address}${path}`, body);
  const booking = (id: string) => tinyRemote('booking', `1.0.0-${id}`);
  const begin = (site: InterfaceSite, artifact: BuiltRelease) => callTo(site)('POST', '/uploads', uploadOf(artifact));
  const publish = (site: InterfaceSite, artifact: BuiltRelease) => publishWith(callTo(site), artifact);

  test('a grant has one upload of a release, with no content that its latest description does not list', async () => {
    const site = await serve();
    const artifact = booking('b1');
    const [earlier, later] = [
      withFiles(artifact, { client: { 'large.bin': 'earlier' } }),
      withFiles(artifact, { client: { 'large.bin': 'later' } }),
    ];
    const { upload } = (await begin(site, earlier)).body as UploadAnswer;
    for (const [address, content] of contentsOf(earlier)) {
      expect((await callTo(site)('PUT', `/uploads/${upload}/${address}`, content)).status).toBe(204);
    }
    expect((await begin(site, later)).body.upload).toBe(upload);
    expect(await store.blobs.list(UPLOADS)).toEqual([upload]);
    expect(await store.blobs.list(`${UPLOADS}${upload}/`)).toHaveLength(contentsOf(later).size);
    expect((await publish(site, later)).body.outcome).toBe('new');
  });

  test('an upload leaves the database its free space, and an object store needs none', async () => {
    const limits = { freeBytes: Number.MAX_SAFE_INTEGER };
    const refused = await begin(await serve(limits), booking('b1'));
    expect(refused).toMatchObject({ status: 507, body: { detail: expect.stringContaining('release prune') } });
    const remote = openStore({ ...store.blobs, isRemote: true });
    expect((await publish(await serve(limits, remote), booking('b1'))).status).toBe(200);
  });

  test('contents and commits are refused when the disk has lost its free space since the upload began', async () => {
    const roomy = await serve();
    const full = await serve({ freeBytes: Number.MAX_SAFE_INTEGER });
    const artifact = booking('b1');
    const { upload, missing } = (await begin(roomy, artifact)).body as UploadAnswer;
    const [[address = '', content] = []] = contentsOf(artifact);
    expect(missing).toContain(address);
    expect((await callTo(full)('PUT', `/uploads/${upload}/${address}`, content)).status).toBe(507);
    expect((await callTo(full)('POST', `/uploads/${upload}/commit`)).status).toBe(507);
  });
});

describe('source maps', () => {
  const MAP_BYTES = 1000;
  const [a, b] = [withMap(tinyRemote('booking')), withMap(tinyRemote('booking', '1.0.0-b'))];
  const key = (artifact: BuiltRelease) => mapKey(artifact.release, artifact.release.entry);

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

  const call = (method: string, path: string, body?: object, as = token) =>
    callAs(as, `${method} ${site.address}${path}`, body);
  const upload = (artifact: BuiltRelease) => publishWith(call, artifact);

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
    expect((await call('GET', '/store/maps/')).status).toBe(404);
    expect((await fetch(`${site.address}/store/${key(a)}`)).status).toBe(401);
  });

  test('an upload stores the source maps, verified by their hashes', async () => {
    expect((await upload(b)).body.outcome).toBe('new');
    expect((await store.blobs.get(key(b)))?.toString()).toBe('a source map');
    await store.blobs.replace(key(b), 'something else');
    expect((await upload(b)).body.outcome).toBe('repaired');
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
});
