import { join } from 'node:path';
import { changeIndex } from '@site/release-core/changes/change-index';
import { decideRevocation } from '@site/release-core/changes/decide';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { hashesOf } from '@site/release-core/tests/stored-files';
import { activateReleases, holdPart } from '@site/release-core/tests/support/change';
import { addAll, openTinySite, tinyRemote, withMap } from '@site/release-core/tests/support/tiny-site';
import { giveGrant, type InterfaceSite, serveInterface, uploadOf } from '@site/server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { runTyped } from '../src/terminal/run-typed';

const NEXT = { name: 'booking', id: '1.0.0-b' };
const MAP = join('maps', NEXT.name, NEXT.id, 'remoteEntry.js.map.br');
const before = { ...process.env };

let folder: string;
let staging: InterfaceSite;
let production: InterfaceSite;

const storeOf = (name: string): Store => openSiteStore(join(folder, name));
/** A release as `publish` creates it, with all keys that a site requires. */
const published = () => {
  const artifact = withMap(tinyRemote(NEXT.name, NEXT.id));
  return { ...artifact, release: uploadOf(artifact).release };
};

async function serve(name: string) {
  const store = storeOf(name);
  await openTinySite(store);
  const { token } = await giveGrant(store, { to: `équipe ${name}` });
  return { token, site: await serveInterface({ store, dataDir: join(folder, name) }) };
}

beforeEach(async () => {
  folder = temporaryFolder();
  const [from, to] = [await serve('staging'), await serve('production')];
  [staging, production] = [from.site, to.site];
  Object.assign(process.env, { RELEASE_TOKEN_FROM: from.token, RELEASE_TOKEN: to.token });
  await addAll(storeOf('staging'), [published()]);
});
afterEach(() => {
  process.env = before;
  staging.stop();
  production.stop();
});

// The folder is also the working copy, which caches what was read.
const promote = (...flags: string[]) =>
  runTyped(
    ['promote', 'booking@1.0.0-b', '--from', staging.origin, '--site', production.origin, '--json', ...flags],
    folder,
  ).then(({ output }) => JSON.parse(output));

const filesOf = (name: string) =>
  Object.entries(hashesOf(join(folder, name, 'store'))).filter(
    ([file]) => file.includes('1.0.0-b') && !/(release|1\.0\.0-b)\.json$/.test(file),
  );

test('promote publishes a release of one site on another with the same bytes, and activates nothing', async () => {
  expect(await promote()).toEqual({ ...NEXT, outcome: 'new', from: staging.origin, to: production.origin });
  expect(filesOf('production')).toEqual(filesOf('staging'));
  expect(filesOf('production')).toHaveLength(5);
  expect(filesOf('production').map(([file]) => file)).toContain(MAP);
  expect((await storeOf('production').readIndex())?.seq).toBe(1);
  expect(await promote()).toMatchObject({ outcome: 'known' });
});

test('the publication records the site that it was promoted from, and the team that promoted it', async () => {
  await promote();
  const stored = await storeOf('production').blobs.get('publications/booking/1.0.0-b.json');
  expect(JSON.parse(stored?.toString() ?? '')).toMatchObject({
    promotedFrom: staging.origin,
    who: 'équipe production',
  });
});

test('source maps that the grant may not read are left out, and the rest is promoted', async () => {
  const { token } = await giveGrant(storeOf('staging'), { to: 'équipe contact', names: ['contact'] });
  process.env.RELEASE_TOKEN_FROM = token;
  expect(await promote()).toMatchObject({ outcome: 'new' });
  expect(filesOf('production')).toHaveLength(4);
  expect((await storeOf('production').read(NEXT.name, NEXT.id)).maps).toBeUndefined();
});

test('a release of a held part is promoted, and the command to show it names the hold', async () => {
  await holdPart(storeOf('production'), 'booking', 'loses dates');
  const words = ['promote', 'booking@1.0.0-b', '--from', staging.origin, '--site', production.origin];
  const { output } = await runTyped(words, folder);
  expect(output.split('\n').slice(-2)).toEqual([
    expect.stringMatching(/^booking is held by .* because "loses dates", since change 2 at \S+Z\.$/),
    `To show it: npx pnpm release activate booking@1.0.0-b --resume --site ${production.origin}`,
  ]);
  expect((await storeOf('production').readIndex())?.releases.booking?.active).toBe('1.0.0-a');
});

test('a dry run reports whether anything would be sent, and sends nothing', async () => {
  expect(await promote('--dry-run')).toEqual({ ...NEXT, changed: true });
  expect(filesOf('production')).toEqual([]);
  await promote();
  expect(await promote('--dry-run')).toEqual({ ...NEXT, changed: false });
});

test.each(['staging', 'production'])('a release that is revoked in %s is not promoted', async (name) => {
  const store = storeOf(name);
  if (name === 'production') await addAll(store, [published()]);
  await activateReleases(store, NEXT);
  await changeIndex(store, '', (current) => decideRevocation(store, current, NEXT));
  const { origin } = name === 'staging' ? staging : production;
  await expect(promote()).rejects.toThrow(
    `booking@1.0.0-b is revoked for good at ${origin}: publish a release that differs from it.`,
  );
});

test.each([
  [['promote', 'booking@1.0.0-b'], 'Name both sites: --from https://staging.example.fr --site https://www.example.fr.'],
  [
    ['promote', 'booking@1.0.0-b', '--from', 'http://localhost:1', '--site', 'http://localhost:1/'],
    '--from and --site are both http://localhost:1: name two sites.',
  ],
  [
    ['promote', 'booking@1.0.0-b', '--from', 'http://staging.example.fr', '--site', 'http://localhost:1'],
    '--from is http://staging.example.fr: a token is not sent in plain text to another machine. Use https.',
  ],
])('"%s" is refused in one sentence', async (words, sentence) => {
  await expect(runTyped(words, folder)).rejects.toThrow(sentence);
});
