import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { type InterfaceOptions, type InterfaceSite, serveInterface } from './interface-site';

const empty = temporaryFolder();
const sites: InterfaceSite[] = [];

// Also after a test that failed before it stopped its servers: an open one would keep Jest waiting.
afterAll(() => {
  for (const { stop } of sites) stop();
});

/** @param served `dataDir` has the facts, if a test needs them */
export async function serveForTests(
  served: Partial<InterfaceOptions> & Pick<InterfaceOptions, 'store'>,
): Promise<InterfaceSite> {
  const site = await serveInterface({ dataDir: empty, ...served });
  sites.push(site);
  return site;
}
