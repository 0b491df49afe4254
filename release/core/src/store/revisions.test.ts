import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { memoryStore, readHistory } from '../../tests/support/memory-store';
import { tinyData } from '../../tests/support/tiny-site';
import { seal, sha256 } from '../integrity';
import { UserError } from '../user-error';
import { folderBlobs } from './folder-blobs';
import { historySince, nextSince } from './history';
import type { Revision } from './revision';
import { openStore, type Store } from './store';

describe('revisions', () => {
  let folder: string;
  let store: Store;

  beforeEach(async () => {
    folder = temporaryFolder();
    store = openStore(folderBlobs(folder));
    for (const seq of [1, 2, 3]) await store.addRevision(revision(seq));
  });

  const revision = (seq: number): Revision => ({
    seq,
    releases: { booking: { active: '1.0.0-a', previous: [], revoked: [] } },
    data: tinyData,
    pages: { '404': { body: 'b', contentType: 'text/html', contentSecurityPolicy: "default-src 'none'" } },
    since: {},
    change: { command: 'compose', parts: [], why: `change ${seq}`, who: '', at: '' },
  });

  const fileOf = (seq: number) => join(folder, `index/0000000${seq}.json`);
  const write = (seq: number, value: object) => writeFileSync(fileOf(seq), seal(value));

  function flipByte(file: string, search: string) {
    const bytes = readFileSync(file);
    const at = bytes.indexOf(search);
    expect(at).toBeGreaterThan(0);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(file, bytes);
  }

  const DAMAGES: readonly [string, (seq: number) => void, string][] = [
    ['empty', (seq) => truncateSync(fileOf(seq)), 'it is empty'],
    ['truncated', (seq) => truncateSync(fileOf(seq), 100), 'it is no valid JSON'],
    ['changed in a policy', (seq) => flipByte(fileOf(seq), 'default-src'), 'it does not match its checksum'],
    ['a copy of another one', (seq) => cpSync(fileOf(1), fileOf(seq)), 'it is change 1'],
    ['a list', (seq) => writeFileSync(fileOf(seq), '[]'), 'it is no JSON object'],
    [
      'a folder',
      (seq) => {
        rmSync(fileOf(seq));
        mkdirSync(fileOf(seq));
      },
      'it is no file',
    ],
  ];

  test.each(DAMAGES)(
    'when the latest revision is %s, it is reported and the previous one can be read',
    async (_, damage, why) => {
      damage(3);
      const { revision: readable, damaged } = await store.readState();
      expect(readable).toEqual(revision(2));
      expect(damaged).toEqual([{ seq: 3, key: 'index/00000003.json', why: expect.stringContaining(why) }]);
      expect(damaged[0]?.why).not.toContain('\n');
      const read = store.readRevision();
      await expect(read).rejects.toThrow(UserError);
      await expect(read).rejects.toThrow(
        /^index\/00000003\.json is damaged: .*\. "npx pnpm release repair" continues from change 2; or put the file back from a backup\.$/,
      );
    },
  );

  /** Whole, as another version wrote it: only `format` and `checksum` are the same in every version. */
  const writeForeign = (seq: number, value: object) =>
    writeFileSync(fileOf(seq), JSON.stringify({ ...value, checksum: sha256(JSON.stringify(value)) }));

  const { since: _, ...withoutSince } = revision(3);
  const FOREIGN: readonly [string, (seq: number) => void, RegExp][] = [
    ['earlier', (seq) => writeForeign(seq, withoutSince), /an earlier version.*: move the store away \(.*$/],
    [
      'earlier',
      (seq) => writeFileSync(fileOf(seq), JSON.stringify(revision(seq))),
      /an earlier version.*: move the store away/,
    ],
    [
      'newer',
      (seq) => writeForeign(seq, { parts: [], format: 2 }),
      /a newer version, .*: run the newer version here, too\./,
    ],
  ];

  test.each(FOREIGN)(
    'a store of an %s format is refused in a sentence, and is not called damaged',
    async (made, write, sentence) => {
      write(3);
      for (const read of [store.readState, store.readRevision]) {
        await expect(read()).rejects.toThrow(UserError);
        await expect(read()).rejects.toThrow(sentence);
        await expect(read()).rejects.not.toThrow('damaged');
      }
      // A server that runs goes on with the state that it has.
      expect(await store.readAfter(2)).toMatchObject({ revision: null, damaged: [{ seq: 3, made }] });
    },
  );

  test('when an earlier revision is damaged, the latest one is the state and the history leaves the other out', async () => {
    truncateSync(fileOf(2));
    expect(await store.readRevision()).toEqual(revision(3));
    expect((await readHistory(store)).map(({ seq }) => seq)).toEqual([1, 3]);
    await expect(store.readRevisionAt(2)).rejects.toThrow(
      /^index\/00000002\.json is damaged: .*\. Put it back from a backup\.$/,
    );
  });

  test('reports both of two damaged revisions in a row', async () => {
    truncateSync(fileOf(2));
    truncateSync(fileOf(3), 10);
    const { revision: readable, damaged } = await store.readState();
    expect(readable).toEqual(revision(1));
    expect(damaged.map(({ seq }) => seq)).toEqual([2, 3]);
    await expect(store.readRevision()).rejects.toThrow(
      /^index\/00000002\.json is damaged: it is empty; index\/00000003\.json is damaged: .* continues from change 1;/,
    );
  });

  test('a store without a readable revision does not count as empty', async () => {
    for (const seq of [1, 2, 3]) truncateSync(fileOf(seq));
    for (const read of [store.readState, store.readRevision]) {
      await expect(read()).rejects.toThrow(UserError);
      await expect(read()).rejects.toThrow(
        /^No revision of the store's index can be read \(index\/00000003\.json is damaged: it is empty\): put its folder "index" back from a backup\.$/,
      );
    }
  });

  test.each(['.DS_Store', 'notes.txt', '00000012.json~', '4.json', '0000000004.json', '00000004.JSON', 'zzz'])(
    'a stray file %s in the index does not count as a revision',
    async (name) => {
      writeFileSync(join(folder, 'index', name), 'x');
      mkdirSync(join(folder, 'index/backup'));
      expect((await store.readRevision())?.seq).toBe(3);
      expect(await readHistory(store)).toHaveLength(3);
      expect((await store.readState()).damaged).toEqual([]);
    },
  );

  test('reads revisions with keys of a later version', async () => {
    const part = { name: 'booking', from: '1.0.0-a' };
    const later = {
      ...revision(4),
      deactivated: { contact: { previous: ['1.0.0-a'], revoked: [] } },
      redirects: { '/old': '/new' },
      change: { ...revision(4).change, command: 'deactivate', parts: [part, { ...part, to: '1.0.0-b' }] },
      fromTheFuture: { any: ['thing'] },
    };
    write(4, later);
    expect(await store.readRevision()).toEqual(later);
  });

  test('reads the revisions after a given one, skipping a damaged one', async () => {
    expect(await store.readAfter(3)).toEqual({ revision: null, damaged: [] });
    truncateSync(fileOf(3));
    expect(await store.readAfter(2)).toEqual({ revision: null, damaged: [expect.objectContaining({ seq: 3 })] });
    await store.addRevision(revision(4));
    expect(await store.readAfter(2)).toEqual({ revision: revision(4), damaged: [] });
  });

  test('a revision is added after its values are synced, and then synced itself', async () => {
    const steps: string[] = [];
    const { blobs } = store;
    const watched = openStore({
      ...blobs,
      add: (key, value) => {
        steps.push(key);
        return blobs.add(key, value);
      },
      sync: () => {
        steps.push('sync');
        return blobs.sync();
      },
    });
    await watched.addRevision(revision(4));
    expect(steps).toEqual(['sync', 'index/00000004.json', 'sync']);
  });
});

describe('history', () => {
  const revisionAt = (hour: number): Revision => ({
    seq: hour + 1,
    releases: {},
    data: tinyData,
    pages: {},
    since: {},
    change: { command: 'activate', parts: [], why: '', who: '', at: `2026-11-22T0${hour}:00:00Z` },
  });

  test('the history since a time contains the revisions replaced after it, and always the current one', async () => {
    const store = memoryStore();
    for (const hour of [0, 1, 2, 3, 4]) await store.addRevision(revisionAt(hour));
    const since = async (time: string) => (await historySince(store, new Date(time))).map(({ seq }) => seq);
    expect(await since('2026-11-22T03:30:00Z')).toEqual([4, 5]);
    expect(await since('2026-11-22T03:00:00Z')).toEqual([3, 4, 5]);
    expect(await since('2027-01-01T00:00:00Z')).toEqual([5]);
    expect(await since('2020-01-01T00:00:00Z')).toEqual([1, 2, 3, 4, 5]);
  });

  test('the next revision keeps the time of unchanged parts, and gives others the time of the change', () => {
    const line = { previous: [], revoked: [] };
    const current = {
      releases: { shell: { active: 's1', ...line }, booking: { active: 'a', ...line } },
      since: { shell: '2026-11-20T00:00:00Z', booking: '2026-11-21T00:00:00Z' },
    } as unknown as Revision;
    const releases = { shell: { active: 's1', ...line }, booking: { active: 'b', ...line } };
    const at = '2026-11-22T05:00:00Z';
    expect(nextSince(current, releases, at)).toEqual({ shell: '2026-11-20T00:00:00Z', booking: at });
    expect(nextSince(null, releases, at)).toEqual({ shell: at, booking: at });
  });
});
