import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type BackedUpSite, backUpIfDue } from '../src/backup/automatic';
import { checkBackup } from '../src/backup/check-backup';
import type { Database } from '../src/database/postgres';
import { until } from './support/cases';
import { runMain } from './support/programs';
import { allRows, prepareSites, readBackupRows, type SiteEnv, seedFiles, seedRows } from './support/temporary-sites';

const sites = prepareSites();
let siteEnv: SiteEnv;
let owner: Database;
let site: BackedUpSite;
let backupDir: string;

beforeAll(async () => {
  ({ siteEnv, owner } = await sites.withKeys());
  await seedRows(owner);
  seedFiles(siteEnv.DATA_DIR);
});
afterAll(() => sites.remove());

beforeEach(async () => {
  backupDir = sites.path();
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = siteEnv;
  const folders = { dataDir, databaseUrl, jwtSecret: undefined };
  const connection = { connectionString: databaseUrl };
  site = { options: folders, backupDir, withStore: true, install: 'mine', connection };
  await owner.query(
    `update private.upkeep set since = '2026-11-01T12:00:00Z', last_at = null, claimed_until = null, failed_since = null,
       failure = null`,
  );
});

const state = async () => (await owner.query<Record<string, unknown>>('select * from private.upkeep'))[0] ?? {};
const at = (day: string, time = '02:00:00') => `${day}T${time}Z`;
const backUp = async (day: string, changes: Partial<BackedUpSite> = {}) => {
  const done = await backUpIfDue({ ...site, ...changes }, at(day));
  if (!done) throw new Error('No backup was due.');
  return done;
};
const names = () => readdirSync(backupDir).sort();

test('a daily backup is made once a day and contains every row and file', async () => {
  const done = await backUp('2026-11-23');
  expect(done).toMatchObject({ folder: join(backupDir, 'site-20261123T020000Z'), mails: 1, store: 3, removed: 0 });
  expect(readBackupRows(done.folder)).toEqual(await allRows(owner));
  expect(await state()).toMatchObject({
    last_at: new Date(at('2026-11-23')),
    claimed_until: null,
    host: hostname(),
    folder: done.folder,
    same_disk: true,
    with_releases: true,
    row_count: String(done.rows),
    bytes: String(done.bytes),
  });
  expect(await backUpIfDue(site, at('2026-11-23', '02:10:00'))).toBeNull();
  expect(names()).toEqual(['site-20261123T020000Z']);
  await expect(checkBackup(done.folder)).resolves.toMatchObject({ format: 'site-backup' });
});

test('a file that is unchanged since the last backup is linked, and a changed file is copied', async () => {
  const before = await backUp('2026-11-23');
  const page = join(siteEnv.DATA_DIR, 'store/bodies/0123');
  writeFileSync(page, 'A page');
  const after = await backUp('2026-11-24');
  writeFileSync(page, 'a page');
  const inode = (folder: string, name: string) => statSync(join(folder, name)).ino;
  const entry = 'store/index/00000001.json';
  expect(inode(after.folder, entry)).toBe(inode(before.folder, entry));
  expect(inode(after.folder, entry)).not.toBe(inode(siteEnv.DATA_DIR, entry));
  expect([before, after].map(({ folder }) => readFileSync(join(folder, 'store/bodies/0123'), 'utf8'))).toEqual([
    'a page',
    'A page',
  ]);
});

test('a backup leaves out releases that are in an object store, and records that', async () => {
  const { folder } = await backUp('2026-11-23', { withStore: false });
  expect(existsSync(join(folder, 'store'))).toBe(false);
  expect(await state()).toMatchObject({ with_releases: false });
});

test('a backup that lacks room leaves nothing behind, and its first failure stays recorded until a backup succeeds', async () => {
  const full = { freeBytes: async () => 134_300_000 };
  await expect(backUp('2026-11-23', full)).rejects.toThrow(/^The disk is full/);
  expect(names()).toEqual([]);
  await expect(backUpIfDue({ ...site, ...full }, at('2026-11-23', '02:10:00'))).rejects.toThrow(/^The disk is full/);
  expect(await state()).toMatchObject({ failure: 'full', failed_since: new Date(at('2026-11-23')) });
  expect(await backUpIfDue(site, at('2026-11-23', '02:20:00'))).toMatchObject({ removed: 0 });
  expect(await state()).toMatchObject({ failure: null, failed_since: null });
});

test('a backup folder that cannot be created is recorded as refused', async () => {
  writeFileSync(backupDir, 'a file');
  await expect(backUp('2026-11-23')).rejects.toThrow(/cannot be written/);
  expect(await state()).toMatchObject({ failure: 'refused' });
});

test('a backup that fails its verification is discarded, and no older backup is removed for it', async () => {
  await backUp('2026-11-20');
  // It would be removed if the next backup were good.
  await backUpIfDue(site, at('2026-11-21'));
  const older = names();
  await owner.query("update private.install_keys set jwt_secret = 'x' || jwt_secret");
  try {
    await expect(backUp('2026-12-30')).rejects.toThrow(/keys\.json is damaged/);
  } finally {
    await owner.query('update private.install_keys set jwt_secret = substr(jwt_secret, 2)');
  }
  expect(names()).toEqual(older);
  expect(await state()).toMatchObject({ failure: 'other' });
});

test('the next backup removes the leftovers of a killed one', async () => {
  const first = await backUp('2026-11-22');
  cpSync(first.folder, join(backupDir, 'site.partial'), { recursive: true });
  rmSync(join(backupDir, 'site.partial', 'keys.json'));
  cpSync(first.folder, join(backupDir, 'site-20261101T020000Z.removing'), { recursive: true });
  await backUp('2026-11-23');
  expect(names()).toEqual(['site-20261122T020000Z', 'site-20261123T020000Z']);
});

test('outdated backups are removed, but nothing that the site did not make', async () => {
  const first = await backUp('2026-11-22');
  const copyTo = (name: string, change: (folder: string) => void = () => undefined) => {
    cpSync(first.folder, join(backupDir, name), { recursive: true });
    change(join(backupDir, name));
  };
  const mine = ['site-20260920T020000Z', 'site-20261019T020000Z', 'site-20261118T020000Z', 'site-20261118T010000Z'];
  for (const name of mine) copyTo(name);
  const mark = 'automatic.json';
  copyTo('site-20260101T020000Z', (folder) => rmSync(join(folder, mark)));
  copyTo('site-20260102T020000Z', (folder) => writeFileSync(join(folder, mark), '{"install":"another site"}'));
  copyTo('site-20260103T020000Z', (folder) => writeFileSync(join(folder, mark), '{'));
  copyTo('site-20260104T020000Z', (folder) => writeFileSync(join(folder, 'notes.txt'), 'avant les travaux'));
  copyTo('site-20261399T020000Z');
  copyTo('avant-les-travaux');
  mkdirSync(join(backupDir, 'site-20260105T020000Z'));
  writeFileSync(join(backupDir, 'site-20260106T020000Z'), 'a file');
  const foreign = names().filter((name) => !mine.includes(name) && name !== 'site-20261122T020000Z');

  expect(await backUp('2026-11-23')).toMatchObject({ removed: 3 });
  expect(names()).toEqual(
    [...foreign, 'site-20261118T020000Z', 'site-20261122T020000Z', 'site-20261123T020000Z'].sort(),
  );
  await expect(checkBackup(join(backupDir, 'site-20261118T020000Z'))).resolves.toMatchObject({ format: 'site-backup' });
});

test('a backend makes a missed daily backup when it starts, and logs one line', async () => {
  await owner.query("update private.upkeep set since = now() - interval '3 days'");
  const main = runMain({ ...siteEnv, OWNER_EMAIL: '', BACKUP_DIR: backupDir });
  try {
    await until(() => main.stderr().includes('older backups removed'));
    const [name = ''] = names();
    const counts = 'rows: 10, mails: 1, files of the store: 3; older backups removed: 0';
    expect(main.stderr().trimEnd().split('\n').at(-1)).toBe(`Daily backup: ${join(backupDir, name)} (${counts}).`);
    expect(name).toMatch(/^site-\d{8}T\d{6}Z$/);
  } finally {
    main.child.kill('SIGTERM');
  }
  expect(await main.exit).toMatchObject({ code: 0 });
});
