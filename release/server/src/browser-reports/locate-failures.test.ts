import type { FailurePosition } from '@site/backend/incident-report';
import { compressMap, MAP_BYTES } from '@site/release-core/compress';
import { integrityOf } from '@site/release-core/integrity';
import { mapKey } from '@site/release-core/store/keys';
import type { Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { addAll, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { locateFailures } from './locate-failures';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const SOURCE = 'remote-booking/src/booking-page.tsx';
const entry = 'remoteEntry.js';
// Column 1 is line 3, column 2 of the source; column 21 line 42, column 7, named chooseDates; column 41 is generated.
const MAP = {
  version: 3,
  file: entry,
  names: ['chooseDates'],
  sources: [SOURCE, 'generated'],
  mappings: 'AAEC,oBAuCKA,oBCzCN',
};

const failure: FailurePosition = {
  remote: 'booking',
  release: '1.0.0-a',
  preview: false,
  phase: 'runtime',
  code: 'exception',
  route: '/booking',
  mended: null,
  count: 3,
  firstAt: '2026-11-25T09:00:00Z',
  lastAt: '2026-11-25T11:00:00Z',
  script: entry,
  line: 1,
  column: 21,
  thrownIn: null,
};
const source = { file: SOURCE, line: 42, column: 7, name: 'chooseDates' };

let store: Store;

async function addBooking(map: object | string | null) {
  const { release, client, node } = tinyRemote('booking', '1.0.0-a', { commit: COMMIT });
  const stored = map && (await compressMap(Buffer.from(typeof map === 'string' ? map : JSON.stringify(map))));
  const listed = stored ? { maps: { [entry]: integrityOf(stored) } } : {};
  const maps = new Map(stored ? [[entry, stored] as const] : []);
  await addAll(store, [{ release: { ...release, ...listed }, client, node, maps }]);
}

beforeEach(async () => {
  store = memoryStore();
  await addAll(store, [tinyShell()]);
});

const locate = async (changes: Partial<FailurePosition> = {}, mayRead: (name: string) => boolean = () => true) => {
  const [located] = await locateFailures(store, [{ ...failure, ...changes }], mayRead);
  return located;
};

test('finds file, line, name and commit of a position in a script', async () => {
  await addBooking(MAP);
  const { remote: name, release: id, ...reported } = failure;
  expect(await locate()).toEqual({ name, id, commit: COMMIT, ...reported, source, noLine: null });
  expect(await locate({ column: 25 })).toMatchObject({ source });
  expect(await locate({ column: 3 })).toMatchObject({ source: { file: SOURCE, line: 3, column: 2, name: null } });
});

test('code that the bundler generated has only the position in the script', async () => {
  await addBooking(MAP);
  expect(await locate({ column: 45 })).toMatchObject({ column: 45, source: null, noLine: 'generated' });
  expect(await locate({ line: 7, column: 1 })).toMatchObject({ line: 7, source: null, noLine: 'generated' });
});

test('a release without source maps has only the position in the script', async () => {
  await addBooking(null);
  expect(await locate()).toMatchObject({ script: entry, column: 21, source: null, noLine: 'no-map', commit: COMMIT });
});

test.each([
  ['that has changed', async () => store.blobs.replace(mapKey({ name: 'booking', id: '1.0.0-a' }, entry), 'changed')],
  ['that is missing', async () => store.blobs.remove(mapKey({ name: 'booking', id: '1.0.0-a' }, entry))],
])('a source map %s is reported as damaged', async (_, damage) => {
  await addBooking(MAP);
  await damage();
  expect(await locate()).toMatchObject({ script: entry, source: null, noLine: 'damaged-map' });
});

test.each([
  ['no JSON', '{"version": 3'],
  ['no map', '[]'],
  ['of another version', { ...MAP, version: 4 }],
  ['without mappings', { ...MAP, mappings: undefined }],
  ['with mappings that are no text', { ...MAP, mappings: 7 }],
  ['with sources that are no list', { ...MAP, sources: 7 }],
  ['too large', `${JSON.stringify(MAP)}${' '.repeat(MAP_BYTES)}`],
])('a source map that is %s gives no line and throws nothing', async (_, map) => {
  await addBooking(map);
  expect(await locate()).toMatchObject({ script: entry, source: null });
});

test('the maps of a part are read only for a caller who has a right to the part', async () => {
  await addBooking(MAP);
  const readMap = jest.spyOn(store, 'readMap');
  expect(await locate({}, (name) => name !== 'booking')).toMatchObject({
    script: entry,
    source: null,
    noLine: 'no-right',
  });
  expect(readMap).not.toHaveBeenCalled();
  expect(await locate({}, (name) => name === 'booking')).toMatchObject({ source, noLine: null });
});

test('text of a forged report is left out: a script or a part that the store does not have', async () => {
  await addBooking(MAP);
  const forged = { script: 'camille-martin.js', thrownIn: 'camille-martin' };
  expect(await locate(forged)).toMatchObject({
    script: null,
    line: null,
    column: null,
    thrownIn: null,
    noLine: 'unknown-script',
  });
  expect(await locate({ script: 'constructor' })).toMatchObject({ script: null, noLine: 'unknown-script' });
  expect(await locate({ remote: 'other', release: 'other', script: null, line: null, column: null })).toMatchObject({
    name: 'other',
    commit: '',
    noLine: 'no-position',
  });
});

test('names the other part that the stack reaches into', async () => {
  await addBooking(MAP);
  expect(await locate({ thrownIn: 'shell' })).toMatchObject({ source, thrownIn: 'shell' });
});

test('reads each source map once for all positions in its script', async () => {
  await addBooking(MAP);
  const readMap = jest.spyOn(store, 'readMap');
  const located = await locateFailures(store, [failure, { ...failure, column: 1 }], () => true);
  expect(located.map(({ source: found }) => found?.line)).toEqual([42, 3]);
  expect(readMap).toHaveBeenCalledTimes(1);
});
