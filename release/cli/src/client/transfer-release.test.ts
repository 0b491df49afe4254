import type { ReadyRelease } from '@site/release-core/store/add-release';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { openTinySite, tinyRemote } from '@site/release-core/tests/support/tiny-site';
import {
  giveGrant,
  type InterfaceSite,
  serveInterface,
  uploadOf,
} from '@site/release-server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { openSite, type SiteConnection } from './site';
import { uploadRelease } from './transfer-release';

let folder: string;
let store: Store;
let served: InterfaceSite;
let site: SiteConnection;
let asked: string[];

beforeEach(async () => {
  folder = temporaryFolder();
  store = openSiteStore(folder);
  await openTinySite(store);
  served = await serveInterface({ store, dataDir: folder });
  const { token } = await giveGrant(store);
  site = await openSite(served.origin, '--site', { RELEASE_TOKEN: token });
});
afterEach(() => served.stop());

function counted(of: SiteConnection): SiteConnection {
  asked = [];
  return {
    ...of,
    call: async (call) => {
      asked.push(`${call.method} ${call.path.split('/')[0]}`);
      return of.call(call);
    },
  };
}

function readyOf(id = '1.0.0-b'): ReadyRelease {
  const artifact = tinyRemote('booking', id);
  const { release, provenance } = uploadOf(artifact);
  return { ...artifact, release, provenance };
}

test('the transfer of a release continues an interrupted upload, which is invisible until it is complete and sends nothing again afterwards', async () => {
  let first: ReturnType<SiteConnection['call']> | undefined;
  const interrupted: SiteConnection = {
    ...site,
    call: async (call) => {
      if (call.method !== 'PUT') return site.call(call);
      if (!first) {
        first = site.call(call);
        return first;
      }
      await first;
      throw new Error('Interrupted.');
    },
  };
  await expect(uploadRelease(interrupted, readyOf())).rejects.toThrow('Interrupted.');
  expect(await store.listIds('booking')).toEqual(['1.0.0-a']);
  expect(await uploadRelease(counted(site), readyOf())).toMatchObject({ outcome: 'new' });
  const contents = readyOf().client.size + readyOf().node.size;
  expect(asked.filter((one) => one === 'PUT uploads')).toHaveLength(contents - 1);
  expect(await uploadRelease(counted(site), readyOf())).toMatchObject({ outcome: 'known' });
  expect(asked).not.toContain('PUT uploads');
});
