import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isLongTier, longTest } from '@site/backend/tests/support/long-tier';
import { openToOthers } from '@site/backend/tests/support/open-files';
import { seal } from '@site/release-core/integrity';
import { openSiteStore } from '@site/release-core/store/store';
import { root, shipped } from '@site/release-core/tests/support/repository';
import { programArguments } from '@site/terminal/program';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { copyFirstReleases } from './first-releases';
import { runRelease } from './run-release';
import { endAll, type RunningSite, startExpectingRefusal, startSite } from './running-site';

jest.setTimeout(300_000);

/** Characters that mean something in addresses, shells, patterns and connection strings. */
const UNUSUAL = `data #1 ?a=b&c %41 é 'q' "d" $HOME [e] {f} *; !`;
let folder: string;
let env: Record<string, string>;

beforeAll(() => {
  folder = temporaryFolder();
  const dataDir = join(folder, UNUSUAL);
  env = { DATA_DIR: dataDir };
  // The test run has built these releases from the same code.
  if (!isLongTier) copyFirstReleases(dataDir);
});
afterEach(endAll);

async function keyOf(site: RunningSite) {
  const html = await (await fetch(`${site.address}/contact`)).text();
  const { backend } = JSON.parse(/id="site-data">([^<]*)</.exec(html)?.[1] ?? '{}') as { backend: { anonKey: string } };
  return backend.anonKey;
}

async function message(site: RunningSite, nom: string) {
  return fetch(`${site.address}/rest/v1/contacts`, {
    method: 'POST',
    headers: { apikey: await keyOf(site), 'content-type': 'application/json' },
    body: JSON.stringify({
      prenom: 'Ada',
      nom,
      email: 'ada@example.com',
      telephone: '06 39 98 00 01',
      is_agefice: false,
    }),
  });
}

async function releasesOf(site: RunningSite) {
  const html = await (await fetch(site.address)).text();
  return /id="release-index">([^<]*)</.exec(html)?.[1];
}

longTest('a second start serves the same releases, and acknowledged requests survive kill -9', async () => {
  const umask = process.umask(0);
  const first = await startSite(env);
  process.umask(umask);
  expect(openToOthers(env.DATA_DIR ?? '')).toEqual([]);
  const releases = await releasesOf(first);
  expect((await fetch(`${first.address}/booking`)).status).toBe(200);
  expect((await message(first, 'Avant')).status).toBe(201);
  await first.end('SIGKILL');

  const second = await startSite(env);
  expect(await releasesOf(second)).toBe(releases);
  expect((await message(second, 'Après')).status).toBe(201);
  const mails = join(env.DATA_DIR ?? '', 'mails');
  expect(second.printed).toContain(`Mails to the owner: written to ${mails} (set SMTP_URL to send them).`);
  const { code, took } = await second.end('SIGTERM');
  expect(code).toBe(0);
  expect(took).toBeLessThan(2000);

  const { stdout } = await inbox();
  expect(stdout).toContain('Avant');
  expect(stdout).toContain('Après');
});

longTest('the owner of site.json gets a mail for a message', async () => {
  const site = await startSite(env);
  expect((await message(site, 'Par mail')).status).toBe(201);
  const mails = join(env.DATA_DIR ?? '', 'mails');
  const written = async () => {
    const names = await readdir(mails).catch(() => []);
    return Promise.all(names.filter(isMail).map((name) => readFile(join(mails, name), 'latin1')));
  };
  while (!(await written()).some((mail) => mail.includes('Par mail'))) await delay(100);
  const { email } = JSON.parse(await readFile(shipped, 'utf8')) as { email: string };
  for (const mail of await written()) expect(mail).toContain(`\r\nTo: ${email}\r\n`);
  await site.end('SIGTERM');
});

longTest(
  'failures of releases that are or were active are counted, kept after a rollback, and compared with pages served',
  async () => {
    const site = await startSite(env);
    const store = openSiteStore(env.DATA_DIR ?? '');
    const active = (await store.readIndex())?.releases.booking?.active ?? '';
    const later = '1.0.0-later';
    for (const kind of ['r', 'node']) {
      const releases = join(env.DATA_DIR ?? '', 'store', kind, 'booking');
      await cp(join(releases, active), join(releases, later), { recursive: true });
    }
    const description = join(env.DATA_DIR ?? '', 'store/r/booking', later, 'release.json');
    await writeFile(description, seal({ ...(await store.read('booking', active)), id: later }));

    const anonKey = await keyOf(site);
    const report = (remote: string, release: string) =>
      fetch(`${site.address}/rest/v1/incidents`, {
        method: 'POST',
        headers: { apikey: anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ remote, release, phase: 'entry', code: 'timeout', route: '/booking' }),
      });
    const status = async () => {
      const { code, stdout } = await runRelease(root, env, 'status', '--json');
      expect(code).toBe(0);
      return JSON.parse(stdout) as { failures: { id: string; state: string; pages: number; kinds: object[] }[] };
    };
    const failuresOf = async (id: string) => (await status()).failures.find((one) => one.id === id);
    expect((await report('booking', later)).status).toBe(201);
    expect((await report('booking', active)).status).toBe(201);
    // A release that was never active has none, so that its activation starts at zero.
    expect(await failuresOf(later)).toBeUndefined();
    expect(await failuresOf('other')).toMatchObject({ state: 'unknown', failures: 1 });
    expect(await failuresOf(active)).toMatchObject({
      state: 'active',
      failures: 1,
      kinds: [{ phase: 'entry', code: 'timeout', route: '/booking', count: 1 }],
    });

    const unchecked = ['--unchecked', '--why', 'the same files'];
    expect(await runRelease(root, env, 'activate', `booking@${later}`, ...unchecked)).toMatchObject({ code: 0 });
    await fetch(site.address);
    while (!(await failuresOf(later))) await report('booking', later);
    expect((await runRelease(root, env, 'rollback', 'booking')).code).toBe(0);
    expect(await failuresOf(later)).toMatchObject({ state: 'not active', failures: 1 });
    for (let time = 0; time < 3; time += 1)
      await fetch(`${site.address}/booking`, { headers: { accept: 'text/html' } });
    await site.end('SIGTERM');
    expect(await failuresOf(active)).toMatchObject({ state: 'active', failures: 1, pages: 3, rate: 1 / 3 });
    expect((await runRelease(root, env, 'status')).stdout).toMatch(
      new RegExp(
        `^booking@${active} \\(active\\): 1 failure on 3 pages, 33\\.3 %\n {2}entry timeout +/booking +1 ×`,
        'm',
      ),
    );
  },
);

longTest('Ctrl-C ends the site within two seconds and frees the port', async () => {
  const site = await startSite(env);
  const { code, took } = await site.end('SIGINT');
  expect(code).toBe(0);
  expect(took).toBeLessThan(2000);
  await expect(fetch(site.address)).rejects.toThrow();
});

longTest('a port in use is refused in one sentence', async () => {
  const site = await startSite(env);
  const other = join(folder, 'other');
  const refusal = await startExpectingRefusal({ DATA_DIR: other, PORT: new URL(site.address).port });
  await site.end('SIGTERM');
  expect(refusal.code).toBe(1);
  expect(oneSentence(refusal.stderr)).toMatch(
    /^Port \d+ is in use by this site's own "pnpm start" \(pid \d+\): stop it, or choose another port and data folder with PORT=… and DATA_DIR=…\.$/,
  );
  expect(existsSync(other)).toBe(false);
});

longTest('a data folder in use is refused in one sentence, and its site keeps running', async () => {
  const site = await startSite(env);
  const refusal = await startExpectingRefusal(env);
  expect(refusal.code).toBe(1);
  expect(oneSentence(refusal.stderr)).toContain(env.DATA_DIR);
  expect((await message(site, 'Pendant')).status).toBe(201);
  await site.end('SIGTERM');
});

test('an invalid site.json is refused with the name of its key before any file is created', async () => {
  const wrong = join(folder, 'wrong.json');
  await writeFile(wrong, (await readFile(shipped, 'utf8')).replace('"phone"', '"telephone"'));
  const untouched = join(folder, 'untouched');
  const refusal = await startExpectingRefusal({ DATA_DIR: untouched, SITE_CONFIG: wrong });
  expect(refusal.code).toBe(1);
  expect(oneSentence(refusal.stderr)).toMatch(/wrong\.json: .*(phone|telephone)/);
  expect(existsSync(untouched)).toBe(false);
});

test('an incomplete public site is refused with a list in French before any file is created', async () => {
  const untouched = join(folder, 'not-public');
  const refusal = await startExpectingRefusal({ DATA_DIR: untouched, SITE_CONFIG: await publicConfig() });
  expect(refusal.code).toBe(1);
  expect(refusal.stderr).toMatch(/^Le site serait public \(https:\/\/atelier-relance\.fr\), et il manque à /);
  expect(refusal.stderr).toMatch(/^ {2}publisher\.siren.*mentions légales/m);
  expect(refusal.stderr).toMatch(/avec --draft\.$/m);
  expect(existsSync(untouched)).toBe(false);
});

longTest('an incomplete site starts as a draft, which is marked on every page and for search engines', async () => {
  const draft = { ...env, SITE_CONFIG: await publicConfig() };
  const site = await startSite(draft, root, ['--draft']);
  expect(site.printed.join('\n')).toContain('A draft: its pages carry « Brouillon »');
  for (const path of ['/', '/mentions-legales', '/no-such-page']) {
    const page = await fetch(site.address + path);
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(await page.text()).toContain('<strong>Brouillon</strong>');
  }
  expect((await runRelease(root, draft, 'compose')).stderr).toMatch(/^Le site serait public/);
  await site.end('SIGTERM');
  const local = await startSite(env);
  const page = await fetch(local.address);
  expect(page.headers.get('x-robots-tag')).toBeNull();
  expect(await page.text()).not.toContain('Brouillon');
  await local.end('SIGTERM');
});

longTest('an unknown option is refused in one sentence', async () => {
  const refusal = await startExpectingRefusal({ DATA_DIR: join(folder, 'other') }, ['--drafts']);
  expect(oneSentence(refusal.stderr)).toBe('There is no "--drafts". Usage: npx pnpm start [--draft]');
});

async function publicConfig() {
  const file = join(folder, 'public.json');
  const config = JSON.parse(await readFile(shipped, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...config, origin: 'https://atelier-relance.fr' }));
  return file;
}

const isMail = (name: string) => name.endsWith('.eml');

function oneSentence(stderr: string) {
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

async function inbox() {
  const command = join(__dirname, '../../../inbox/bin/inbox.ts');
  return promisify(execFile)(process.execPath, [...programArguments(command), '--json'], {
    env: { ...process.env, ...env },
  });
}
