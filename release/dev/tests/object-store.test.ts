import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openSite } from '@site/release/client/site';
import { uploadRelease } from '@site/release/client/transfer-release';
import { runTyped } from '@site/release/terminal/run-typed';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { openStore } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { environmentOf, type StandIn, startS3StandIn } from '@site/release-core/tests/support/s3-stand-in';
import { openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { giveGrant, serveInterface, uploadOf } from '@site/server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { endAll, HOSTED, startExpectingRefusal, startSite } from './running-site';

let standIn: StandIn;
let folder: string;
let locations = 0;

beforeAll(async () => {
  standIn = await startS3StandIn();
  folder = temporaryFolder();
});
afterEach(endAll);
afterAll(() => standIn.end());

const newLocation = () => {
  locations += 1;
  return standIn.location(`tests/${locations}/`);
};

test('a site is served from an object store, without a store in its data folder', async () => {
  const location = newLocation();
  const store = openStore(s3Blobs(location));
  await openTinySite(store, [tinyShell(), tinyRemote('landing')]);
  const env = { DATA_DIR: join(folder, 'data'), ...environmentOf(location), ...HOSTED };
  const site = await startSite(env);
  expect(await (await fetch(site.address)).text()).toContain('<h1>landing 1.0.0-a</h1>');
  expect((await fetch(`${site.address}/r/landing/1.0.0-a/picture.svg`)).status).toBe(200);
  expect(existsSync(join(folder, 'data/store'))).toBe(false);
  expect(site.errors()).toBe('');
  await site.end();
});

test('a release can be uploaded to two servers in turn, since they share the upload in the object store', async () => {
  const location = newLocation();
  const open = () => openStore(s3Blobs(location));
  await openTinySite(open());
  const { token } = await giveGrant(open());
  const servers = await Promise.all([1, 2].map(() => serveInterface({ store: open(), dataDir: folder })));
  const [first, second] = await Promise.all(
    servers.map(({ origin }) => openSite(origin, { env: { RELEASE_TOKEN: token }, name: '--site' })),
  );
  if (!first || !second) throw new Error('Two servers were started.');
  const asked = [0, 0];
  const call: typeof first.call = (one) => {
    const at = (asked[0] ?? 0) <= (asked[1] ?? 0) ? 0 : 1;
    asked[at] = (asked[at] ?? 0) + 1;
    return (at === 0 ? first : second).call(one);
  };
  const artifact = tinyRemote('booking', '1.0.0-b');
  const { release, provenance } = uploadOf(artifact);
  expect(await uploadRelease({ ...first, call }, { ...artifact, release, provenance })).toMatchObject({
    outcome: 'new',
  });
  for (const count of asked) expect(count).toBeGreaterThan(1);
  expect((await open().read('booking', '1.0.0-b')).files).toEqual(release.files);
  expect(await open().blobs.list('scratch/uploads/')).toEqual([]);
  for (const { stop } of servers) stop();
});

test('a start and a command that changes something refuse a store that overwrites', async () => {
  const careless = await startS3StandIn({ isCareless: true });
  const env = { DATA_DIR: join(folder, 'refused'), ...HOSTED, ...environmentOf(careless.location('a/')) };
  const before = { ...process.env };
  Object.assign(process.env, env);
  const composed = runTyped(['compose'], root).finally(() => {
    process.env = before;
  });
  await expect(composed).rejects.toThrow('as Garage and the S3 address of Supabase Storage do');
  expect(await startExpectingRefusal(env)).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^.*as Garage and the S3 address of Supabase Storage do.*\n$/),
  });
  careless.end();
});
