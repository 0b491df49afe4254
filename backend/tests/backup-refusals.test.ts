import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { checkBackup } from '../src/backup/check-backup';
import { copyFiles } from '../src/backup/copy-files';
import { loadDatabase } from '../src/backup/load-database';
import { connect } from '../src/database/postgres';
import { testWhere } from './support/cases';
import { runCommand, runTool } from './support/programs';
import { mountSmallDisk } from './support/small-disk';
import {
  changeBackup,
  changeHeader,
  changeText,
  prepareSites,
  readBackupLines,
  type SiteEnv,
  seedFiles,
  seedRows,
} from './support/temporary-sites';

const refused = (stderr: string) => ({ code: 1, stdout: '', stderr });
const sites = prepareSites();
const whole = sites.path();
let source: SiteEnv;
let folder: string;

beforeAll(async () => {
  const { siteEnv, owner } = await sites.withKeys();
  source = siteEnv;
  await seedRows(owner);
  await owner.script('create table public.notes (text text); insert into public.notes values (1)');
  seedFiles(source.DATA_DIR);
  expect(await runCommand('backup', source, whole)).toMatchObject({ code: 0 });
});
afterAll(() => sites.remove());

beforeEach(() => {
  folder = sites.path();
  cpSync(whole, folder, { recursive: true });
});

describe('a restore checks the backup first, and changes nothing when', () => {
  const cases: [string, () => void, RegExp][] = [
    ['the end is cut off', () => changeBackup(folder, (bytes) => bytes.subarray(0, -9)), /is damaged \(/],
    ['it is empty', () => changeBackup(folder, () => Buffer.alloc(0)), /is damaged \(/],
    [
      'a row does not match the checksum',
      () => changeText(folder, (text) => text.replace('zoe@', 'zoo@')),
      /is damaged \(its checksum/,
    ],
    ['its format is newer', () => changeHeader(folder, { version: 2 }), /made by a newer release \(format 2\)/],
    ['it has another format', () => changeHeader(folder, { format: 'other' }), /is not a backup of a site/],
    ['there is no database in it', () => rmSync(join(folder, 'database.jsonl.gz')), /is not a backup: it has no/],
    ['its keys cannot be read', () => writeFileSync(join(folder, 'keys.json'), '{'), /keys\.json is damaged/],
    [
      'its keys do not belong together',
      () => {
        const keys = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'));
        writeFileSync(join(folder, 'keys.json'), JSON.stringify({ ...keys, jwtSecret: `x${keys.jwtSecret}` }));
      },
      /keys\.json is damaged/,
    ],
  ];

  test.each(cases)('%s', async (_, change, sentence) => {
    await expect(checkBackup(folder)).resolves.toMatchObject({ format: 'site-backup' });
    change();
    await expect(checkBackup(folder)).rejects.toThrow(sentence);
  });

  test.each([
    ['an earlier version', { seq: 1, releases: {} }, 'move it out of the backup'],
    ['a newer version', { seq: 1, format: 2, releases: {} }, 'restore with that version'],
  ])('its releases were made by %s', async (version, entry, remedy) => {
    writeFileSync(join(folder, 'store/index/00000001.json'), JSON.stringify(entry));
    const siteEnv = await sites.empty('external');
    const { code, stdout, stderr } = await runCommand('restore', siteEnv, folder);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(`^${folder}/store was made by ${version}.*: ${remedy}.*; nothing was changed\\.\n$`),
    );
    expect([siteEnv.DATA_DIR, `${siteEnv.DATA_DIR}.restoring`].filter(existsSync)).toEqual([]);
  });

  test('the backup is from a newer release', async () => {
    const [header = ''] = readBackupLines(folder);
    const { migrations } = JSON.parse(header);
    changeHeader(folder, { migrations: [...migrations, '20991231000000'] });
    const siteEnv = await sites.empty('local');
    expect(await runCommand('restore', siteEnv, folder)).toEqual(
      refused(
        `${folder} was made by a newer release (migration 20991231000000): check out the code that made it, then restore again.\n`,
      ),
    );
    expect(existsSync(siteEnv.DATA_DIR)).toBe(false);
    expect(existsSync(`${siteEnv.DATA_DIR}.restoring`)).toBe(false);
  });
});

test('a backup into an existing folder or into the data folder is refused', async () => {
  const before = readFileSync(join(folder, 'database.jsonl.gz'));
  expect(await runCommand('backup', source, folder)).toEqual(
    refused(`${folder} exists already: name a new folder for each backup.\n`),
  );
  expect(readFileSync(join(folder, 'database.jsonl.gz'))).toEqual(before);
  const inside = join(source.DATA_DIR, 'backups', 'today');
  expect(await runCommand('backup', source, inside)).toEqual(
    refused(`${inside} is in the data folder: a backup there would be lost with it.\n`),
  );
  expect(existsSync(join(source.DATA_DIR, 'backups'))).toBe(false);
});

test('a backup without a database is refused and creates nothing', async () => {
  const target = sites.path();
  const siteEnv = await sites.empty('local');
  expect(await runCommand('backup', siteEnv, target)).toEqual(
    refused(`There is no database yet in ${siteEnv.DATA_DIR}: start the site once with 'npx pnpm start'.\n`),
  );
  expect([target, `${target}.partial`, siteEnv.DATA_DIR].filter(existsSync)).toEqual([]);
});

test('a restore refuses a data folder that is not empty', async () => {
  const siteEnv = await sites.empty('external');
  mkdirSync(siteEnv.DATA_DIR);
  writeFileSync(join(siteEnv.DATA_DIR, 'keys.json'), 'mine');
  expect(await runCommand('restore', siteEnv, folder)).toEqual(
    refused(`${siteEnv.DATA_DIR} is not empty: move it away, or set DATA_DIR to a new folder.\n`),
  );
  rmSync(join(siteEnv.DATA_DIR, 'keys.json'));
  expect(await runCommand('restore', siteEnv, folder)).toMatchObject({ code: 0 });
});

test('a restore refuses a PostgreSQL that has tables of a site', async () => {
  const siteEnv = await sites.empty('external');
  const owner = await connect({ connectionString: siteEnv.DATABASE_URL });
  await owner.script('create table public.contacts (id integer)');
  expect(await runCommand('restore', siteEnv, folder)).toEqual(
    refused(
      'The database has tables of a site already (public.contacts): restore into an empty one; nothing was changed.\n',
    ),
  );
  expect(await owner.query("select to_regclass('public.reservations') as found")).toEqual([{ found: null }]);
  expect([siteEnv.DATA_DIR, `${siteEnv.DATA_DIR}.restoring`].filter(existsSync)).toEqual([]);
  await owner.close();
});

test('a restore that fails on its way leaves the PostgreSQL empty', async () => {
  const siteEnv = await sites.empty('external');
  const owner = await connect({ connectionString: siteEnv.DATABASE_URL });
  const [header = ''] = readBackupLines(folder);
  // The table refuses such an address.
  changeText(folder, (text) => text.replace('zoe@', 'zoe'));
  await expect(loadDatabase(owner, join(folder, 'database.jsonl.gz'), JSON.parse(header))).rejects.toThrow();
  expect(await owner.query("select to_regclass('public.contacts') as found")).toEqual([{ found: null }]);
  await owner.close();
});

test('a restore leaves out a table that is not of the site, and reports it', async () => {
  expect(await runCommand('restore', await sites.empty('external'), folder)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('public.notes is no table of the site: its rows were left out.\n'),
  });
});

test('the second of two simultaneous backups into one folder is refused', async () => {
  const target = sites.path();
  const ends = await Promise.all([1, 2].map(() => runCommand('backup', source, target)));
  expect(ends.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(ends.map(({ stderr }) => stderr).join('')).toBe(
    `Process ${process.pid} is filling ${target}.partial: wait until it has ended.\n`,
  );
  await expect(checkBackup(target)).resolves.toMatchObject({ format: 'site-backup' });
});

const SMALL_MB = 4;
const mounted = mountSmallDisk(SMALL_MB);
if (typeof mounted !== 'string') mounted.remove();
const testOnDisk = testWhere(typeof mounted !== 'string', `${mounted}`);

testOnDisk.each<[tool: 'backup' | 'restore', room: number, sentence: RegExp]>([
  ['backup', 8 / 1024, /^The disk is full: free some space, then try again; nothing was left behind\.\n$/],
  ['restore', SMALL_MB, /^The database in .* cannot be created .*: check the disk's free space, .*\n$/],
])('a %s on a full disk ends with a sentence and leaves nothing behind', async (tool, room, sentence) => {
  const small = mountSmallDisk(SMALL_MB);
  if (typeof small === 'string') throw new Error(small);
  const target = join(small.folder, 'target');
  small.leave(room);
  // The template is left out: its copy would fail in its own words.
  const siteEnv = tool === 'backup' ? source : { DATA_DIR: target, DATABASE_URL: '', DATABASE_TEMPLATE: '' };
  const printed = await runTool(tool, siteEnv, tool === 'backup' ? target : folder);
  const leftovers = [target, `${target}.partial`, `${target}.restoring`].filter(existsSync);
  small.remove();
  expect(printed).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
  expect(leftovers).toEqual([]);
});

const MAX_PUBLISHED = 1000;

/** Copies a store in which releases are published meanwhile. @returns the names in the copy */
async function copyWhilePublished() {
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  for (const name of ['index', 'bodies']) mkdirSync(join(from, 'store', name), { recursive: true });
  let isOver = false;
  const publish = async () => {
    // On a busy machine, a copy could otherwise never catch up.
    for (let number = 0; !isOver && number < MAX_PUBLISHED; number += 1) {
      writeFileSync(join(from, 'store', 'bodies', `${number}`), '');
      writeFileSync(join(from, 'store', 'index', `${number}`), '');
      await new Promise((resolve) => setImmediate(resolve));
    }
    return undefined;
  };
  const publishing = publish();
  while (readdirSync(join(from, 'store', 'index')).length < 20) await new Promise((resolve) => setImmediate(resolve));
  await copyFiles(from, to);
  isOver = true;
  await publishing;
  return { bodies: readdirSync(join(to, 'store', 'bodies')), named: readdirSync(join(to, 'store', 'index')) };
}

test('a copy contains every file that its index names, even while releases are published', async () => {
  let copy: Awaited<ReturnType<typeof copyWhilePublished>>;
  // It runs once more when the last release was published before the copy had read the index.
  do {
    copy = await copyWhilePublished();
    const { bodies, named } = copy;
    expect(named.length).toBeGreaterThanOrEqual(20);
    expect(named.filter((name) => !bodies.includes(name))).toEqual([]);
  } while (copy.bodies.length === copy.named.length);
});
