import { changeSite } from '@site/release-core/changes/change';
import { decideRevocation } from '@site/release-core/changes/decide';
import type { Store } from '@site/release-core/store/store';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import {
  activateReleases,
  addAll,
  holdPart,
  openTinySite,
  tinyRemote,
  withMap,
} from '@site/release-core/tests/support/tiny-site';
import {
  giveGrant,
  type InterfaceSite,
  serveInterface,
  uploadOf,
} from '@site/release-server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { runTyped } from '../src/terminal/run-typed';

const NEXT = { name: 'booking', id: '1.0.0-b' };
const MAP = 'maps/booking/1.0.0-b/remoteEntry.js.map.br';
const before = { ...process.env };

let folder: string;
let stores: Readonly<Record<string, Store>>;
let staging: InterfaceSite;
let production: InterfaceSite;

function storeOf(name: string): Store {
  const store = stores[name];
  if (!store) throw new Error(`There is no site ${name}.`);
  return store;
}
const published = () => {
  const artifact = withMap(tinyRemote(NEXT.name, NEXT.id));
  return { ...artifact, release: uploadOf(artifact).release };
};

async function serve(name: string) {
  const store = storeOf(name);
  await openTinySite(store);
  const { token } = await giveGrant(store, { to: `équipe ${name}` });
  return { token, site: await serveInterface({ store, dataDir: folder }) };
}

beforeEach(async () => {
  folder = temporaryFolder();
  stores = { staging: memoryStore(), production: memoryStore() };
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

const promote = (...flags: string[]) =>
  runTyped(
    ['promote', 'booking@1.0.0-b', '--from', staging.origin, '--site', production.origin, '--json', ...flags],
    folder,
  ).then(({ output }) => JSON.parse(output));

async function filesOf(name: string) {
  const { blobs } = storeOf(name);
  const folders = ['r', 'node', 'maps'].map((area) => `${area}/booking/1.0.0-b/`);
  const listed = await Promise.all(folders.map(async (below) => (await blobs.list(below)).map((file) => below + file)));
  const keys = listed.flat().filter((key) => !key.endsWith('/release.json'));
  return Promise.all(keys.map(async (key) => [key, (await blobs.get(key))?.toString('hex')] as const));
}

test('promote publishes the same bytes on another site, records where from and by whom, and activates nothing', async () => {
  expect(await promote()).toEqual({ ...NEXT, outcome: 'new', from: staging.origin, to: production.origin });
  expect(await filesOf('production')).toEqual(await filesOf('staging'));
  expect(await filesOf('production')).toHaveLength(5);
  expect((await filesOf('production')).map(([file]) => file)).toContain(MAP);
  const stored = await storeOf('production').blobs.get('publications/booking/1.0.0-b.json');
  expect(JSON.parse(stored?.toString() ?? '')).toMatchObject({
    promotedFrom: staging.origin,
    who: 'équipe production',
  });
  expect((await storeOf('production').readRevision())?.seq).toBe(1);
  expect(await promote()).toMatchObject({ outcome: 'known' });
});

test('source maps that the grant may not read are left out, and the rest is promoted', async () => {
  const { token } = await giveGrant(storeOf('staging'), { to: 'équipe contact', names: ['contact'] });
  process.env.RELEASE_TOKEN_FROM = token;
  expect(await promote()).toMatchObject({ outcome: 'new' });
  expect(await filesOf('production')).toHaveLength(4);
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
  expect((await storeOf('production').readRevision())?.releases.booking?.active).toBe('1.0.0-a');
});

test.each(['staging', 'production'])('a release that is revoked in %s is not promoted', async (name) => {
  const store = storeOf(name);
  if (name === 'production') await addAll(store, [published()]);
  await activateReleases(store, NEXT);
  await changeSite(store, '', (current) => decideRevocation(store, current, NEXT));
  const { origin } = name === 'staging' ? staging : production;
  await expect(promote()).rejects.toThrow(
    `booking@1.0.0-b is revoked for good at ${origin}: publish a release that differs from it.`,
  );
});

test('a promotion without its two sites is refused in one sentence', async () => {
  await expect(runTyped(['promote', 'booking@1.0.0-b'], folder)).rejects.toThrow(
    'Name both sites: --from https://staging.example.fr --site https://www.example.fr.',
  );
});
