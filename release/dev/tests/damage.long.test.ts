import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publish } from '@site/release/publish/publish';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { hashesOf } from '@site/release-core/tests/stored-files';
import { activateNew } from '@site/release-core/tests/support/change';
import { root } from '@site/release-core/tests/support/repository';
import { addAll, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { writeBuild } from '@site/release-core/tests/write-build';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { HOSTED, runRelease } from './run-release';
import { endAll, startExpectingRefusal, startSite } from './running-site';

jest.setTimeout(120_000);

let dataDir: string;
let env: Record<string, string>;
let store: Store;

beforeEach(async () => {
  dataDir = temporaryFolder();
  env = { DATA_DIR: dataDir, ...HOSTED };
  store = openSiteStore(dataDir);
  await openTinySite(store, [tinyShell(), ...['landing', 'contact', 'legal'].map((name) => tinyRemote(name))]);
  await activate('legal', '1.0.0-b');
});
afterEach(endAll);

const activate = (name: string, id: string) => activateNew(store, tinyRemote(name, id));

const fileOf = (key: string) => join(dataDir, 'store', key);
const run = (...words: string[]) => runRelease(root, env, ...words);
// A browser could not open the pages of these releases.
const activateByCommand = (release: string) => run('activate', release, '--unchecked', '--why', 'a test');
const LATEST = 'index/00000002.json';
const REFUSAL = `${LATEST} is damaged: it is empty. "npx pnpm release repair" continues from change 1; or put the file back from a backup.\n`;

describe('when the latest entry is empty, as after a power cut', () => {
  beforeEach(() => truncateSync(fileOf(LATEST)));

  test.each([
    ['activate', ['activate', 'legal@1.0.0-a']],
    ['rollback', ['rollback', 'legal']],
    ['revoke', ['revoke', 'legal@1.0.0-a']],
    ['compose', ['compose']],
    ['prune', ['prune', '--keep', '0', '--days', '0']],
  ])('%s changes nothing and names repair', async (_, words) => {
    const before = hashesOf(dataDir);
    expect(await run(...words)).toEqual({ code: 1, stdout: '', stderr: REFUSAL });
    expect(hashesOf(dataDir)).toEqual(before);
  });

  test('status, log and verify show the previous state, and name the entry', async () => {
    const [status, log, verify] = await Promise.all([run('status'), run('log'), run('verify', '--json')]);
    expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/^legal +1\.0\.0-a /m) });
    expect(status.stdout).toContain(`Change 1.\n${LATEST} is damaged: it is empty\n`);
    expect(log).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 .*start.*\n.*00000002\.json is damaged/m) });
    expect(verify.code).toBe(1);
    expect(JSON.parse(verify.stdout)).toEqual({ seq: 1, damage: [`${LATEST} is damaged: it is empty`], remarks: [] });
  });

  test('a dry run of repair changes nothing; after repair, other commands work again', async () => {
    const before = hashesOf(dataDir);
    const dry = await run('repair', '--dry-run', '--json');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(dry.stdout)).toEqual({
      changed: true,
      seq: 3,
      mended: [`${LATEST} is damaged: it is empty`],
      left: [],
    });
    expect(hashesOf(dataDir)).toEqual(before);

    const repair = await run('repair', '--why', 'power cut');
    expect(repair).toMatchObject({ code: 0, stderr: '' });
    expect(repair.stdout).toBe(
      `repaired: ${LATEST} is damaged: it is empty\nChange 3 has the releases of change 1, the latest that could be read: repeat the changes that came after it.\n`,
    );
    expect(await activateByCommand('legal@1.0.0-b')).toMatchObject({ code: 0, stderr: '' });
    const log = await run('log');
    expect(log.stdout).toMatch(/^3 .*repair .*power cut$/m);
    expect(log.stdout).toMatch(/^4 .*activate legal/m);
    const verify = await run('verify');
    expect(verify).toMatchObject({ code: 0 });
    expect(verify.stdout).toContain(`${LATEST} is damaged: it is empty. Later changes have replaced it`);
    expect(await run('repair')).toMatchObject({ code: 0, stdout: 'Nothing is damaged.\n' });
  });

  test('the site starts with the previous change, logs this once, and serves the change that repair adds', async () => {
    const site = await startSite(env);
    const releases = async () => (await (await fetch(`${site.address}/releases.json`)).json()) as { seq: number };
    for (let time = 0; time < 3; time += 1) expect((await releases()).seq).toBe(1);
    expect((await fetch(`${site.address}/healthz`)).status).toBe(200);
    const line = `${LATEST} is damaged: it is empty. Change 1 is served until "npx pnpm release repair".\n`;
    expect(site.errors()).toBe(line);
    expect(await run('repair')).toMatchObject({ code: 0 });
    expect((await releases()).seq).toBe(3);
    expect(site.errors()).toBe(line);
    await site.end('SIGTERM');
  });
});

test('commands and the start ignore stray files in the index', async () => {
  mkdirSync(fileOf('index/backup'));
  for (const name of ['.DS_Store', 'notes.txt', '00000012.json~']) writeFileSync(fileOf(`index/${name}`), 'x');
  const site = await startSite(env);
  expect((await fetch(`${site.address}/legal`)).status).toBe(200);
  expect(site.errors()).not.toContain('index/');
  expect(await run('rollback', 'legal')).toMatchObject({ code: 0, stderr: '' });
  expect(await (await fetch(`${site.address}/legal`)).text()).toContain('legal 1.0.0-a');
  expect((await run('verify')).stdout).toContain('index/notes.txt is no part of the store');
  await site.end('SIGTERM');
});

test('a folder in place of an entry is damage that repair skips', async () => {
  mkdirSync(fileOf('index/00000003.json'));
  const site = await startSite(env);
  expect((await activateByCommand('legal@1.0.0-a')).stderr).toMatch(
    /^index\/00000003\.json is damaged: it is no file\. /,
  );
  expect(await run('repair')).toMatchObject({ code: 0 });
  const { seq } = (await (await fetch(`${site.address}/releases.json`)).json()) as { seq: number };
  expect(seq).toBe(4);
  await site.end('SIGTERM');
});

test('a store without a readable entry is refused in one sentence and not changed', async () => {
  for (const seq of [1, 2]) truncateSync(fileOf(`index/0000000${seq}.json`), 20);
  const before = hashesOf(join(dataDir, 'store'));
  const sentence = `No entry of the store's index can be read (${LATEST} is damaged: it is no valid JSON): put its folder "index" back from a backup.\n`;
  expect(await startExpectingRefusal(env)).toEqual({ code: 1, stderr: sentence });
  for (const words of [['status'], ['verify'], ['repair'], ['rollback', 'legal']]) {
    expect(await run(...words)).toEqual({ code: 1, stdout: '', stderr: sentence });
  }
  expect(hashesOf(join(dataDir, 'store'))).toEqual(before);
});

describe('when the release.json of legal is truncated', () => {
  const keyOf = (id: string) => `r/legal/${id}/release.json`;
  beforeEach(() => addAll(store, [tinyRemote('contact', '1.0.0-b')]));

  test('contact can be activated if that release is not active', async () => {
    truncateSync(fileOf(keyOf('1.0.0-a')), 50);
    expect(await activateByCommand('contact@1.0.0-b')).toMatchObject({ code: 0, stderr: '' });
    expect((await run('verify')).stdout).toContain(`${keyOf('1.0.0-a')} is damaged: it is no valid JSON\n`);
    expect(await run('status')).toMatchObject({ code: 0, stderr: '' });
  });

  test('the refusal names the remedy if that release is active, and legal can be rolled back', async () => {
    truncateSync(fileOf(keyOf('1.0.0-b')), 50);
    expect(await activateByCommand('contact@1.0.0-b')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${keyOf('1.0.0-b')} is damaged: it is no valid JSON. Publish the same sources of legal again to restore it.\n`,
    });
    expect((await run('status')).stdout).toMatch(/^legal +1\.0\.0-b .*damaged/m);
    expect(await run('rollback', 'legal')).toMatchObject({ code: 0, stderr: '' });
    expect(await activateByCommand('contact@1.0.0-b')).toMatchObject({ code: 0 });
  });
});

test('publishing the same sources again restores a release whose description and files are damaged', async () => {
  const built = { name: 'landing', folder: temporaryFolder() };
  writeBuild(built.folder, '1.0.0-c');
  expect((await publish(store, built)).outcome).toBe('new');
  const files = ['r/landing/1.0.0-c/picture.svg.br', 'node/landing/1.0.0-c/home-page.js'];
  const whole = files.map((key) => readFileSync(fileOf(key)));
  for (const key of [...files, 'r/landing/1.0.0-c/release.json']) truncateSync(fileOf(key), 9);
  expect((await publish(store, built)).outcome).toBe('mended');
  expect(files.map((key) => readFileSync(fileOf(key)))).toEqual(whole);
  expect(await activateByCommand('landing@1.0.0-c')).toMatchObject({ code: 0, stderr: '' });
  expect(await run('verify')).toMatchObject({ code: 0 });
});

test('a site that cannot be composed for today serves its previous pages', async () => {
  truncateSync(fileOf('node/contact/1.0.0-a/contact-page.js'));
  const site = await startSite(env);
  expect(await (await fetch(`${site.address}/contact`)).text()).toContain('contact 1.0.0-a');
  expect(site.errors()).toBe(
    'node/contact/1.0.0-a/contact-page.js is damaged: it has changed. Publish the same sources of contact again to restore it. The pages of 2026-11-21 are served until then.\n',
  );
  await site.end('SIGTERM');
});

test('repair restores a running site, lists what only publishing can restore, and exits with 1', async () => {
  const site = await startSite(env);
  const body = fileOf(`bodies/${(await store.readIndex())?.pages['/contact']?.body}`);
  const whole = readFileSync(body);
  for (const file of [body, `${body}.br`, `${body}.gz`]) truncateSync(file, 9);
  writeFileSync(fileOf('r/contact/1.0.0-a/picture.svg'), '<svg>');
  const { code, stdout } = await run('repair');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^repaired: the page \/contact has changed\n/);
  expect(stdout).toContain('\nnot repaired: r/contact/1.0.0-a/picture.svg has changed\n');
  expect(readFileSync(body)).toEqual(whole);
  expect((await fetch(`${site.address}/contact`)).status).toBe(200);
  await site.end('SIGTERM');
});
