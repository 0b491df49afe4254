import fs, { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { prepareDataFolder } from '../src/data-folder/data-folder';
import { openAll, openToOthers } from './support/open-files';
import { contact } from './support/rows';
import { runMain } from './support/run-main';
import { runTool } from './support/run-tool';
import { until } from './support/until';
import { visitor } from './support/visitor';

// For busy machines.
jest.setTimeout(120_000);

const folder = temporaryFolder();
const umaskOfTests = process.umask();

afterEach(() => {
  process.umask(umaskOfTests);
  jest.restoreAllMocks();
});

const sentence = (dataDir: string, count: number) =>
  `${dataDir} was open to other users of this machine: ${count} files and folders are closed now.`;

/** Runs the backend until it has stored a message and written the mail about it. @returns its standard error */
async function runOnce(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  const main = runMain({ DATA_DIR: dataDir, DATABASE_URL: '', OWNER_EMAIL: 'owner@exemple.fr', ...env });
  try {
    const site = await main.ready;
    expect(await visitor(site).post('contacts', contact)).toMatchObject({ status: 201 });
    await until(() => statSync(join(dataDir, 'mails'), { throwIfNoEntry: false }));
    expect(openToOthers(dataDir)).toEqual([]);
    main.child.kill('SIGTERM');
    expect(await main.exit).toMatchObject({ code: 0 });
    // On a busy machine, PostgreSQL outlives the backend, which waits two seconds for it.
    await until(() => !existsSync(join(dataDir, 'database/data/postmaster.pid')));
    return main.stderr();
  } finally {
    main.child.kill('SIGKILL');
  }
}

test('every file of the programs is private to its user, whatever the umask and however open the folder was', async () => {
  process.umask(0);
  const dataDir = join(folder, 'data');
  const env = { DATA_DIR: dataDir, DATABASE_URL: '' };
  // Without the template, PostgreSQL creates this database, with a umask of its own.
  expect(await runOnce(dataDir, { DATABASE_TEMPLATE: '' })).toBe('');
  mkdirSync(join(dataDir, 'store'));
  writeFileSync(join(dataDir, 'store', 'open'), '');
  const count = openAll(dataDir);
  expect(await runOnce(dataDir)).toBe(`${sentence(dataDir, count)}\n`);

  const backup = join(folder, 'backup');
  expect(await runTool('backup', env, backup)).toMatchObject({ code: 0 });
  expect(openToOthers(backup)).toEqual([]);
  openAll(backup);
  const restored = join(folder, 'restored');
  expect(await runTool('restore', { ...env, DATA_DIR: restored }, backup)).toMatchObject({ code: 0 });
  expect(openToOthers(restored)).toEqual([]);
  expect(await runTool('inbox', { ...env, DATA_DIR: restored })).toMatchObject({ code: 0 });
  expect(openToOthers(restored)).toEqual([]);
});

test('an open folder is made private once, and no symbolic link is followed', () => {
  const [dataDir, outside] = [join(folder, 'open'), join(folder, 'outside')];
  mkdirSync(join(dataDir, 'mails'), { recursive: true });
  writeFileSync(outside, '');
  chmodSync(outside, 0o644);
  symlinkSync(outside, join(dataDir, 'mails', 'link'));
  const count = openAll(dataDir);
  expect(prepareDataFolder(dataDir)).toBe(sentence(dataDir, count));
  expect(openToOthers(dataDir)).toEqual([]);
  expect(statSync(outside).mode & 0o777).toBe(0o644);
  expect(prepareDataFolder(dataDir)).toBeNull();
});

test('a folder with files of another user is refused in one sentence', () => {
  const dataDir = join(folder, 'foreign');
  mkdirSync(dataDir);
  openAll(dataDir);
  jest.spyOn(fs, 'chmodSync').mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' });
  });
  expect(() => prepareDataFolder(dataDir)).toThrow(
    `${dataDir} cannot be made private to this user (EPERM): make this user its owner with chown, or set DATA_DIR to another folder.`,
  );
});
