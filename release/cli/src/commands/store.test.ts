import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Blobs } from '@site/release-core/store/blobs';
import { verify } from '@site/release-core/store/damage';
import { folderBlobs } from '@site/release-core/store/folder-blobs';
import { clientKey } from '@site/release-core/store/keys';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { openStore, type Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { STAND_IN_KEY, type StandIn, startS3StandIn } from '@site/release-core/tests/support/s3-stand-in';
import {
  activateNew,
  activateReleases,
  openTinySite,
  tinyRemote,
  tinyShell,
  tinyStore,
} from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { contextOn, runIn } from '../../tests/support/command-context';

describe('mirror', () => {
  let standIn: StandIn;
  let folder: string;
  let source: string;
  const before = { ...process.env };

  let template: string;

  beforeAll(async () => {
    standIn = await startS3StandIn();
    template = temporaryFolder();
    const store = openStore(folderBlobs(template));
    await openTinySite(store, [tinyShell(), tinyRemote('landing')]);
    await activateNew(store, tinyRemote('landing', '1.0.0-b'));
    await store.blobs.add('grants/abcdefghijkl.json', '{}');
    await store.blobs.add('visits/2/2026-11-27.json', '{}');
    await store.blobs.add('watches/2.json', '{}');
    await store.blobs.add('watches/3.look.json', '{}');
    await store.blobs.add('scratch/uploads/a/b', 'half');
  });
  afterAll(() => standIn.end());
  beforeEach(() => {
    standIn.objects.clear();
    folder = temporaryFolder();
    source = join(folder, 'store');
    cpSync(template, source, { recursive: true });
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_S3: standIn.location('').endpoint,
      AWS_ACCESS_KEY_ID: STAND_IN_KEY.accessKeyId,
      AWS_SECRET_ACCESS_KEY: STAND_IN_KEY.secretAccessKey,
    });
  });
  afterEach(() => {
    process.env = { ...before };
  });

  const objects = () => s3Blobs(standIn.location('live/'));
  const run = async (from: string, to: string, isDry = false) =>
    runIn('mirror', contextOn(memoryStore(), { from, to, isDry }));
  const S3 = 's3://site/live';

  async function valuesOf(blobs: Blobs, prefix = ''): Promise<[string, string][]> {
    const files: [string, string][] = [];
    for (const name of await blobs.list(prefix)) {
      const value = await blobs.get(prefix + name);
      if (value) files.push([prefix + name, value.toString('base64')]);
      else files.push(...(await valuesOf(blobs, `${prefix}${name}/`)));
    }
    return files.sort(([a], [b]) => (a < b ? -1 : 1));
  }
  const copiedOf = async (blobs: Blobs) =>
    (await valuesOf(blobs)).filter(
      ([key]) => !key.startsWith('scratch/') && !key.endsWith('.look.json') && key !== 'probe',
    );

  test('mirrors a store from a folder to an object store and back without changing a byte', async () => {
    const { text } = await run(source, S3);
    expect(text).toMatch(
      /^\d+ values \(0\.0 MB\) and 2 changes copied from .*store to s3:\/\/site\/live at http.*: change 2 is active there/,
    );
    expect(await copiedOf(objects())).toEqual(await copiedOf(folderBlobs(source)));
    const back = join(folder, 'back');
    await run(S3, back);
    expect(await valuesOf(folderBlobs(back))).toEqual(await copiedOf(folderBlobs(source)));
    const mirror = openStore(folderBlobs(back));
    const revision = await mirror.readRevision();
    expect(revision?.releases.landing?.active).toBe('1.0.0-b');
    expect(revision && (await verify(mirror, revision))).toEqual([]);
  });

  test('mirrors nothing the second time, and only new values after a change', async () => {
    const target = join(folder, 'target');
    await run(source, target);
    const { text } = await run(source, target);
    expect(text).toMatch(/ has all of .* already, up to change 2\.$/);
    await activateReleases(openStore(folderBlobs(source)), { name: 'landing', id: '1.0.0-a' });
    expect((await run(source, target)).json).toMatchObject({ entries: 1, seq: 3 });
    expect(await copiedOf(folderBlobs(target))).toEqual(await copiedOf(folderBlobs(source)));
  });

  test('refuses a target with another or a later history, and does not change it', async () => {
    const other = join(folder, 'other');
    await openTinySite(openStore(folderBlobs(other)), [tinyShell(), tinyRemote('landing')]);
    const kept = await valuesOf(folderBlobs(other));
    await expect(run(source, other)).rejects.toThrow('The store of --to has another history: its change 1 differs.');
    expect(await valuesOf(folderBlobs(other))).toEqual(kept);
    const later = join(folder, 'later');
    await run(source, later);
    await activateReleases(openStore(folderBlobs(later)), { name: 'landing', id: '1.0.0-a' });
    await expect(run(source, later)).rejects.toThrow('has change 3, which that of --from lacks: mirror the other way');
  });

  test('names the damaged file of a source, and activates nothing', async () => {
    const key = clientKey({ name: 'landing', id: '1.0.0-a' }, 'picture.svg');
    await folderBlobs(source).replace(key, 'changed');
    const target = join(folder, 'target');
    await expect(run(source, target)).rejects.toThrow(`${key} has changed. Nothing is active in the mirror`);
    expect(await folderBlobs(target).list('index/')).toEqual([]);
  });

  test('skips values that do not belong to a store, and refuses an active page that is damaged', async () => {
    await folderBlobs(source).add('notes/a', 'by hand');
    const target = join(folder, 'target');
    await run(source, target);
    expect(await folderBlobs(target).list('notes/')).toEqual([]);
    const revision = await openStore(folderBlobs(source)).readRevision();
    await folderBlobs(source).replace(`bodies/${revision?.pages['/']?.body}`, 'changed');
    const other = join(folder, 'other');
    await expect(run(source, other)).rejects.toThrow('Nothing is active in the mirror');
    expect(await folderBlobs(other).list('index/')).toEqual([]);
  });

  test('uses a separate access key for each of two object stores', async () => {
    await run(source, S3);
    process.env.TO_AWS_ENDPOINT_URL_S3 = process.env.AWS_ENDPOINT_URL_S3;
    process.env.TO_AWS_ACCESS_KEY_ID = 'AKIAOTHER';
    process.env.TO_AWS_SECRET_ACCESS_KEY = 'other';
    await expect(run(S3, 's3://site/second')).rejects.toThrow(
      /^s3:\/\/site\/second at .* answered 403 InvalidAccessKeyId/,
    );
    process.env.TO_AWS_ACCESS_KEY_ID = STAND_IN_KEY.accessKeyId;
    process.env.TO_AWS_SECRET_ACCESS_KEY = STAND_IN_KEY.secretAccessKey;
    process.env.AWS_ACCESS_KEY_ID = 'AKIAOTHER';
    await expect(run(S3, 's3://site/second')).rejects.toThrow(
      /^s3:\/\/site\/live at .* answered 403 InvalidAccessKeyId/,
    );
  });

  test('refuses a source without a name or without a store', async () => {
    await expect(run('', S3)).rejects.toThrow('Name both stores: --from .data/store --to s3://bucket/prefix.');
    await expect(run(join(folder, 'nothing'), S3)).rejects.toThrow('The store of --from is empty: name another.');
  });
});

describe('repair', () => {
  let store: Store;

  beforeEach(async () => {
    store = await tinyStore();
  });

  const run = () => runIn('repair', contextOn(store));

  test('fails when something is left that only a publication restores, and names it', async () => {
    await store.blobs.replace('r/booking/1.0.0-a/picture.svg', '<svg>');
    const { text, isBad } = await run();
    expect(isBad).toBe(true);
    expect(text).toMatch(
      /^not repaired: r\/booking\/1\.0\.0-a\/picture\.svg has changed\nPublish the same sources again/,
    );
  });

  test('names the change whose releases it continues with, and asks to repeat the later ones', async () => {
    await store.blobs.add('index/00000002.json', '');
    const { text, json } = await run();
    expect(text).toBe(
      'repaired: index/00000002.json is damaged: it is empty\nChange 3 has the releases of change 1, the latest that could be read: repeat the changes that came after it.',
    );
    expect(json).toMatchObject({ changed: true, seq: 3, left: [] });
  });
});
