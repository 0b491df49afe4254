import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programArguments } from '@site/terminal/program';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { inLongTier } from './support/long-tier';
import { openAll, openToOthers } from './support/open-files';
import { contact } from './support/rows';
import { runMain } from './support/run-main';
import { runTool } from './support/run-tool';
import { until } from './support/until';
import { visitor } from './support/visitor';
import { testWhere } from './support/where-possible';

// For busy machines.
jest.setTimeout(120_000);

const folder = temporaryFolder();
const umaskOfTests = process.umask();

afterEach(() => process.umask(umaskOfTests));

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
    return main.stderr();
  } finally {
    main.child.kill('SIGKILL');
  }
}

test.each(['000', ...inLongTier('022')])('every file written with umask %s is private to its user', async (umask) => {
  process.umask(umask);
  const dataDir = join(folder, `umask-${umask}`);
  const env = { DATA_DIR: dataDir, DATABASE_URL: '' };
  // Without the template, PostgreSQL creates this database, with a umask of its own.
  expect(await runOnce(dataDir, { DATABASE_TEMPLATE: '' })).toBe('');
  expect(openToOthers(dataDir)).toEqual([]);
  expect(await runOnce(dataDir)).toBe('');

  const backup = join(folder, `backup-${umask}`);
  mkdirSync(join(dataDir, 'store'));
  writeFileSync(join(dataDir, 'store', 'open'), '');
  expect(await runTool('backup', env, backup)).toMatchObject({ code: 0 });
  expect(openToOthers(backup)).toEqual([]);
  openAll(backup);
  const restored = join(folder, `restored-${umask}`);
  expect(await runTool('restore', { ...env, DATA_DIR: restored }, backup)).toMatchObject({ code: 0 });
  expect(openToOthers(restored)).toEqual([]);
  expect(await runTool('inbox', { ...env, DATA_DIR: restored })).toMatchObject({ code: 0 });
  expect(openToOthers(restored)).toEqual([]);
});

test('a start makes an open folder private, reports it once, and follows no symbolic link', async () => {
  const dataDir = join(folder, 'open');
  const outside = join(folder, 'outside');
  writeFileSync(outside, '');
  chmodSync(outside, 0o644);
  await runOnce(dataDir);
  symlinkSync(outside, join(dataDir, 'mails', 'link'));
  const count = openAll(dataDir);
  expect(await runOnce(dataDir)).toBe(
    `${dataDir} was open to other users of this machine: ${count} files and folders are closed now.\n`,
  );
  expect(statSync(outside).mode & 0o777).toBe(0o644);
  expect(await runOnce(dataDir)).toBe('');
});

const testAsRoot = testWhere(process.getuid?.() === 0, 'only root starts a process as another user');

testAsRoot('a folder with files of another user is refused in one sentence', async () => {
  const dataDir = join(folder, 'foreign');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'keys.json'), '{}');
  openAll(dataDir);
  chmodSync(folder, 0o755);
  const nobody = 65534;
  const command = programArguments(join(__dirname, '../bin/close-data-folder.ts'));
  const options = { uid: nobody, gid: nobody, env: { ...process.env, DATA_DIR: dataDir } };
  const refusal = await new Promise<string>((resolve) => {
    execFile(process.execPath, command, options, (error, _, stderr) => resolve(`${error?.code} ${stderr}`));
  });
  expect(refusal).toBe(
    `1 ${dataDir} cannot be made private to this user (EPERM): make this user its owner with chown, or set DATA_DIR to another folder.\n`,
  );
});
