import { join } from 'node:path';
import { developmentOrigin, isSameSiteRequest } from '@site/release-build/same-site';
import { choosePackages, listPackages, type ReleasablePackage } from '@site/release-cli/publish/packages';
import { readSiteConfig } from '@site/release-core/config/site-config';
import { openSiteStore } from '@site/release-core/store/store';
import { readSettings } from '@site/release-server/read-site-data';
import { type Lifecycle, runProgram } from '@site/release-server/run-program';
import { findFreePorts } from '@site/release-server/start/listen';
import { prepareSite } from '@site/release-server/start/prepare-site';
import { type AgainstOptions, readDevOptions, runAgainst } from '../against/run-against';
import { releasesBesideHot } from '../first-releases';
import { devPage, fixedPage, indexesWithHot } from '../hot/dev-page';
import { listenLocally, startHot } from '../hot/hot-package';
import { runJourneysOnKey } from '../hot/journey-key';

const root = join(import.meta.dirname, '../../../..');

const NOTHING_ACTIVE =
  'Nothing is active yet, so all parts are hot. Start the site once with "npx pnpm start": then only those that you name are.';

runProgram(async (life) => {
  const { names, against } = readDevOptions(process.argv.slice(2));
  if (against) return devAgainst(against, life);
  const chosen = choosePackages(root, names);
  // The shell is always hot: it provides React, and hot reload needs React's development build.
  const isHot = ({ name }: ReleasablePackage) => name === 'shell' || chosen.some((one) => one.name === name);
  const packages = listPackages(root);
  const { dataDir, objectStore } = readSettings(process.env, root);
  const isEmpty = (await openSiteStore(dataDir, objectStore).readRevision()) === null;
  if (isEmpty && names.length > 0) console.log(NOTHING_ACTIVE);
  const hotPackages = isEmpty ? packages : packages.filter(isHot);
  const { port, hotPorts } = await findPorts(hotPackages.length);
  const hot = startHot(hotPackages, { ports: hotPorts, sitePort: port }, life);

  const site = await prepareSite(root, life, {
    findReleases: releasesBesideHot(packages.filter((one) => !hotPackages.includes(one))),
    readConfig: readSiteConfig,
    listenOn: (server) => listenLocally(server, port),
  });
  const [shell, ...remotes] = hot;
  if (!shell) throw new Error('The shell is not among the packages.');
  const indexAt = await indexesWithHot(site, remotes);
  const page = (path: string) => devPage(shell.origin, { ...site.data, index: indexAt(path) });
  console.log(`Hot: ${hot.map(({ name }) => name).join(', ')}.`);
  site.open(fixedPage(page, site), { accepts: isSameSiteRequest });
  runJourneysOnKey({ packages: hotPackages, address: developmentOrigin(port) }, life);
  console.log(developmentOrigin(port));
});

async function devAgainst({ remotes: names, ...against }: AgainstOptions, life: Lifecycle) {
  const remotes = choosePackages(root, names);
  await runAgainst({ remotes, ...(await findPorts(remotes.length)), ...against }, life);
}

/** The site's port and those after it, or any free ports when PORT is 0. */
async function findPorts(hotCount: number): Promise<{ readonly port: number; readonly hotPorts: readonly number[] }> {
  const first = readSettings(process.env, root).port;
  const following = Array.from({ length: hotCount + 1 }, (_, at) => first + at);
  const [port = 0, ...hotPorts] = first === 0 ? await findFreePorts(hotCount + 1) : following;
  return { port, hotPorts };
}
