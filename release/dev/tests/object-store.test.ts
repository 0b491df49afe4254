import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runTyped } from '@site/release-cli/terminal/run-typed';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { openStore } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { environmentOf, type StandIn, startS3StandIn } from '@site/release-core/tests/support/s3-stand-in';
import { openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { endAll, HOSTED, startExpectingRefusal, startSite } from './running-site';

let standIn: StandIn;
let folder: string;

beforeAll(async () => {
  standIn = await startS3StandIn();
  folder = temporaryFolder();
});
afterEach(endAll);
afterAll(() => standIn.end());

test('a site is served from an object store, without a store in its data folder', async () => {
  const location = standIn.location('tests/1/');
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
