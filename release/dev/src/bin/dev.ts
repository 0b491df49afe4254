import { join } from 'node:path';
import { developmentOrigin, isSameSiteRequest } from '@site/release-build/same-site';
import { choosePackages, listPackages, type ReleasablePackage } from '@site/release-cli/publish/packages';
import { readSiteConfig } from '@site/release-core/config/site-config';
import { openSiteStore } from '@site/release-core/store/store';
import { readSettings } from '@site/release-server/read-site-data';
import { runProgram } from '@site/release-server/run-program';
import { findFreePorts } from '@site/release-server/start/listen';
import { prepareSite } from '@site/release-server/start/prepare-site';
import { readFlags } from '@site/terminal/program';
import { releasesBesideHot } from '../first-releases';
import { devPage, fixedPage, indexesWithHot } from '../hot/dev-page';
import { listenLocally, startHot } from '../hot/hot-package';

const root = join(import.meta.dirname, '../../../..');

const NOTHING_ACTIVE =
  'Nothing is active yet, so all parts are hot. Start the site once with "npx pnpm start": then only those that you name are.';

runProgram(async (life) => {
  const { positionals: names } = readFlags(process.argv.slice(2), {}, 'Usage: npx pnpm dev [name…]');
  const chosen = choosePackages(root, names);
  // The shell is always hot: it provides React, and hot reload needs React's development build.
  const isHot = ({ name }: ReleasablePackage) => name === 'shell' || chosen.some((one) => one.name === name);
  const packages = listPackages(root);
  const { dataDir, objectStore, port: first } = readSettings(process.env, root);
  const isEmpty = (await openSiteStore(dataDir, objectStore).readRevision()) === null;
  if (isEmpty && names.length > 0) console.log(NOTHING_ACTIVE);
  const hotPackages = isEmpty ? packages : packages.filter(isHot);
  // The site's port and those after it, or any free ports when PORT is 0.
  const following = [first, ...hotPackages.map((_, at) => first + 1 + at)];
  const [port = 0, ...ports] = first === 0 ? await findFreePorts(following.length) : following;
  const hot = startHot(hotPackages, { ports, sitePort: port }, life);

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
  console.log(developmentOrigin(port));
});
