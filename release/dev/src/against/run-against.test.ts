import { recordBackend } from '@site/release-core/compose/compatibility';
import { openSiteStore } from '@site/release-core/store/store';
import { openTinySite, tinyRemote } from '@site/release-core/tests/support/tiny-site';
import { giveGrant, type InterfaceSite, serveInterface } from '@site/server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { compareBackend } from './run-against';

let folder: string;
let site: InterfaceSite;
let token: string;

beforeEach(async () => {
  folder = temporaryFolder();
  const store = openSiteStore(folder);
  await openTinySite(store);
  await recordBackend(store, { tables: { reservations: { accepts: ['name'], needs: [] } }, functions: {} });
  ({ token } = await giveGrant(store));
  site = await serveInterface({ store, dataDir: folder });
});
afterEach(() => site.stop());

const hot = (...columns: string[]) => {
  const { release } = tinyRemote('booking', 'dev');
  const requires = { ...release.requires, backend: { tables: { reservations: columns }, functions: {} } };
  return [{ name: 'booking', build: { id: 'dev', entry: '', container: '', routes: [], requires } }];
};
const compare = (columns: string[], env: NodeJS.ProcessEnv = { RELEASE_TOKEN: token }) =>
  compareBackend({ origin: site.origin, root: folder, env: { HOME: folder, ...env } }, hot(...columns));

test('what the database of the live site lacks is said as a publication says it', async () => {
  expect(await compare(['name'])).toEqual([]);
  expect(await compare(['name', 'company'])).toEqual([
    "booking@dev uses the column company of reservations, which the site's backend lacks. First update the site's server: a start with the new migrations adds what is missing. Then publish and activate the release.",
  ]);
});

test('without a token, the warning says that nothing is compared, and how to get one', async () => {
  expect(await compare(['company'], {})).toEqual([
    expect.stringMatching(/not compared with the database of .*: There is no token for .*RELEASE_TOKEN/),
  ]);
});
