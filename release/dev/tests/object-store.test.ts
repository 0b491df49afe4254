import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isLongTier, longDescribe } from '@site/backend/tests/support/long-tier';
import { openSite } from '@site/release/client/site';
import { uploadRelease } from '@site/release/client/upload-release';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { openStore } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { environmentOf } from '@site/release-core/tests/support/s3-environment';
import { type StandIn, startS3StandIn } from '@site/release-core/tests/support/s3-stand-in';
import { openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { giveGrant, serveInterface, uploadOf } from '@site/server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { HOSTED, runRelease } from './run-release';
import { endAll, startExpectingRefusal, startSite } from './running-site';
import { describeSeveralServers } from './suites/several-servers';
import { describeKilledCommands } from './suites/store-kills';
import { describeConcurrentActivations } from './suites/store-parallel';

jest.setTimeout(120_000);

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

// The long tier kills at every call, with a Ceph gateway.
longDescribe('concurrent changes', () => describeConcurrentActivations(newLocation, ['1.0.0-b']));
longDescribe('several servers', () => describeSeveralServers(newLocation));
describe('killed commands', () => describeKilledCommands(newLocation, isLongTier ? 30 : 60));

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
  await site.end('SIGTERM');
});

test('a release can be uploaded to two servers in turn, since they share the upload in the object store', async () => {
  const location = newLocation();
  const open = () => openStore(s3Blobs(location));
  await openTinySite(open());
  const { token } = await giveGrant(open());
  const servers = await Promise.all([1, 2].map(() => serveInterface({ store: open(), dataDir: folder })));
  const [first, second] = await Promise.all(
    servers.map(({ origin }) => openSite(origin, { root: folder, env: { RELEASE_TOKEN: token }, name: '--site' })),
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

test.each([
  ['start', async (env: Record<string, string>) => startExpectingRefusal(env)],
  ['compose', async (env: Record<string, string>) => runRelease(root, env, 'compose')],
])('%s refuses a store that overwrites, a wrong key and a wrong address, each in one sentence', async (_, run) => {
  const careless = await startS3StandIn({ isCareless: true });
  const refusalOf = async (changes: Record<string, string>) => {
    const env = { DATA_DIR: join(folder, 'refused'), ...HOSTED, ...environmentOf(newLocation()), ...changes };
    const { code, stderr } = await run(env);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    return [code, stderr];
  };
  expect(await refusalOf(environmentOf(careless.location('a/')))).toEqual([
    1,
    expect.stringContaining('as Garage and the S3 address of Supabase Storage do'),
  ]);
  careless.end();
  expect(await refusalOf({ AWS_SECRET_ACCESS_KEY: 'wrong-secret' })).toEqual([
    1,
    expect.not.stringContaining('wrong-secret'),
  ]);
  expect(await refusalOf({ STORE: 's3://key:wrong-secret@site' })).toEqual([
    1,
    'STORE is no address of an object store: write s3://bucket/prefix, without a key.\n',
  ]);
});
