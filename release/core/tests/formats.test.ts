import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { STORE_FORMAT } from '@site/contract/stored-files';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import type { Blobs } from '../src/store/blobs';
import { verify } from '../src/store/damage';
import { folderBlobs } from '../src/store/folder-blobs';
import { grantsIn } from '../src/store/grants';
import { s3Blobs } from '../src/store/s3/s3-blobs';
import { openStore } from '../src/store/store';
import { readHistory } from './support/memory-store';
import { type StandIn, startS3StandIn } from './support/s3-stand-in';
import { activateReleases } from './support/tiny-site';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const fixtures = readdirSync(FIXTURES);

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startS3StandIn();
});
afterAll(() => standIn.end());

async function fill(blobs: Blobs, fixture: string): Promise<Blobs> {
  const values: Record<string, string> = JSON.parse(gunzipSync(readFileSync(join(FIXTURES, fixture))).toString());
  await Promise.all(Object.entries(values).map(([key, value]) => blobs.add(key, Buffer.from(value, 'base64'))));
  return blobs;
}

const places: readonly [string, (name: string) => Blobs][] = [
  ['a folder', () => folderBlobs(temporaryFolder())],
  ['an object store', (name) => s3Blobs(standIn.location(`${name}/`))],
];

test('a store of the current format is kept: "npx pnpm --filter @site/release-core fixture" writes it', () => {
  expect(fixtures).toContain(`store-${STORE_FORMAT}.json.gz`);
});

describe.each(fixtures)('%s', (fixture) => {
  test.each(places)('opens in %s: nothing is damaged, everything is read, and changes go on', async (_, open) => {
    const store = openStore(await fill(open(fixture), fixture));
    const revision = await store.readRevision();
    expect(revision).toMatchObject({ seq: 3, holds: { booking: { kind: 'rollback' } } });
    expect(revision && (await verify(store, revision))).toEqual([]);
    expect(await readHistory(store)).toHaveLength(3);
    expect(await grantsIn(store.blobs).list()).toMatchObject([{ to: 'équipe réservation', names: ['booking'] }]);
    const changed = await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
    expect(changed?.revision).toMatchObject({ seq: 4, releases: { booking: { active: '1.0.0-b' } } });
    const written = JSON.parse(String(await store.blobs.get('index/00000004.json')));
    expect(written.format).toBe(STORE_FORMAT);
  });
});
