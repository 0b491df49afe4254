import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { describeBlobs } from '../../tests/suites/blobs';
import { memoryStore } from '../../tests/support/memory-store';
import { UserError } from '../user-error';
import { type Blobs, dryBlobs } from './blobs';
import { folderBlobs } from './folder-blobs';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const textAt = async (blobs: Blobs, key: string) => (await blobs.get(key))?.toString();
const filesIn = async (place: string) =>
  (await readdir(place, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

describe.each([
  ['a folder', () => folderBlobs(folder)],
  ['memory', () => memoryStore().blobs],
  ['a dry run', () => dryBlobs(folderBlobs(folder))],
])('%s', (_, open) => describeBlobs(open));

describe('a folder', () => {
  const disk: typeof import('node:fs/promises') = jest.requireActual('node:fs/promises');
  const failure = (code: string) => Object.assign(new Error(code), { code });
  afterEach(() => jest.restoreAllMocks());

  test('of many concurrent additions of a key, one succeeds', async () => {
    const values = Array.from({ length: 20 }, (_, at) => `value ${at}`);
    const stores = [folderBlobs(folder), folderBlobs(folder)];
    const won = await Promise.all(values.map((value, at) => stores[at % 2]?.add('index/1', value)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await textAt(folderBlobs(folder), 'index/1')).toBe(values[won.indexOf(true)]);
  });

  test('leaves no scratch files behind', async () => {
    const blobs = folderBlobs(folder);
    await blobs.add('a', '1');
    await blobs.add('a', '2');
    expect(await filesIn(folder)).toBe(1);
  });

  test('syncs the folders of added values once, and ignores a folder that was removed', async () => {
    const blobs = folderBlobs(folder);
    await blobs.add('a/b/c', '1');
    await blobs.replace('a/d', '2');
    await blobs.add('gone/e', '3');
    await blobs.remove('gone/');
    const open = jest.spyOn(disk, 'open');
    await blobs.sync();
    const synced = ['a/b', 'a', 'gone', ''].map((name) => join(folder, name));
    expect(open.mock.calls.map(([path]) => path).sort()).toEqual(synced.sort());
    await blobs.sync();
    expect(open).toHaveBeenCalledTimes(synced.length);
  });

  test.each(['EINVAL', 'ENOTSUP'])('works on a disk that answers %s to the sync of a folder', async (code) => {
    const blobs = folderBlobs(folder);
    await blobs.add('a', '1');
    const { open } = disk;
    jest.spyOn(disk, 'open').mockImplementation(async (...args) => {
      const handle = await open(...args);
      jest.spyOn(handle, 'sync').mockRejectedValue(failure(code));
      return handle;
    });
    await expect(blobs.sync()).resolves.toBeUndefined();
  });

  test('a file that the disk cannot read counts as damaged, not as missing', async () => {
    const blobs = folderBlobs(folder);
    await blobs.add('a', '1');
    jest.spyOn(disk, 'readFile').mockRejectedValueOnce(failure('EIO'));
    expect(await textAt(blobs, 'a')).toBe('');
  });

  describe('on a full disk', () => {
    const failToWrite = (code: string) => {
      const { open } = disk;
      jest.spyOn(disk, 'open').mockImplementation(async (...args) => {
        const handle = await open(...args);
        jest.spyOn(handle, 'writeFile').mockRejectedValue(failure(code));
        return handle;
      });
    };

    test.each(['ENOSPC', 'EDQUOT'])('%s is a UserError; nothing is added and no scratch file stays', async (code) => {
      failToWrite(code);
      const added = folderBlobs(folder).add('a', '1');
      await expect(added).rejects.toThrow(UserError);
      await expect(added).rejects.toThrow('The disk is full: nothing was changed. Free some space');
      expect(await filesIn(folder)).toBe(0);
    });

    test('a failing link is the same UserError', async () => {
      jest.spyOn(disk, 'link').mockRejectedValue(failure('ENOSPC'));
      await expect(folderBlobs(folder).add('a', '1')).rejects.toThrow('The disk is full');
      expect(await filesIn(folder)).toBe(0);
    });
  });
});

describe('a dry run', () => {
  let real: Blobs;
  let dry: Blobs;
  beforeEach(async () => {
    real = folderBlobs(folder);
    await real.add('r/old/file', 'old');
    dry = dryBlobs(real);
  });

  test('reads existing values and refuses to add their keys', async () => {
    expect(await textAt(dry, 'r/old/file')).toBe('old');
    expect(await dry.add('r/old/file', 'new')).toBe(false);
    await dry.add('r/new/file', 'new');
    expect((await dry.list('r/')).sort()).toEqual(['new', 'old']);
  });

  test('hides a removed key, and keys below a removed prefix', async () => {
    await dry.remove('r/old/file');
    expect([await dry.has('r/old/file'), await dry.list('r/old/')]).toEqual([false, []]);
    await real.add('r/old/other', '');
    await dry.remove('r/old/');
    expect(await dry.get('r/old/file')).toBeNull();
    expect(await dry.list('r/')).toEqual([]);
    expect(await dry.list('r/old/')).toEqual([]);
    expect(await dry.add('r/old/file', 'anew')).toBe(true);
    expect(await dry.list('r/old/')).toEqual(['file']);
  });

  test('changes nothing', async () => {
    await dry.add('r/new/file', 'new');
    await dry.remove('r/old/');
    await dry.remove('r/old/file');
    expect(await textAt(real, 'r/old/file')).toBe('old');
    expect(await filesIn(folder)).toBe(1);
  });
});
