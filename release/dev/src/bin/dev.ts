import { join } from 'node:path';
import { choosePackages, listPackages, type ReleasablePackage } from '@site/release/publish/packages';
import { readSiteConfig } from '@site/release-core/config/site-config';
import { UserError } from '@site/release-core/user-error';
import { type Lifecycle, runCommand } from '@site/server/lifecycle';
import { readSettings } from '@site/server/settings';
import { findFreePorts, requireFreePorts } from '@site/server/site/listen';
import { prepareSite } from '@site/server/site/prepare-site';
import { type AgainstOptions, readDevOptions } from '../against/dev-options';
import { runAgainst } from '../against/run-against';
import { indexesWithHot } from '../hot/dev-indexes';
import { devPage } from '../hot/dev-page';
import { releasesBesideHot } from '../hot/dev-releases';
import { fixedPage } from '../hot/fixed-page';
import { startHot } from '../hot/hot-package';

const LAST_PORT = 65_535;
const root = join(import.meta.dirname, '../../../..');

runCommand(async (life) => {
  const { names, against } = readDevOptions(process.argv.slice(2));
  if (against) return devAgainst(against, life);
  const chosen = choosePackages(root, names);
  // The shell is always hot: it provides React, and hot reload needs React's development build.
  const isHot = ({ name }: ReleasablePackage) => name === 'shell' || chosen.some((one) => one.name === name);
  const packages = listPackages(root);
  const hotPackages = packages.filter(isHot);
  const { port } = readSettings(process.env, root);
  const ports = await findHotPorts(port, hotPackages.length);
  await requireFreePorts([port, ...ports], root);
  const hot = startHot(hotPackages, { ports }, life);

  const others = packages.filter((one) => !isHot(one));
  const site = await prepareSite(root, life, {
    findReleases: releasesBesideHot(root, others),
    readConfig: readSiteConfig,
  });
  const [shell, ...remotes] = hot;
  if (!shell) throw new Error('The shell is not among the packages.');
  const indexAt = await indexesWithHot(site, remotes);
  const page = (path: string) => devPage(shell.origin, { ...site.data, index: indexAt(path) });
  console.log(`Hot: ${hot.map(({ name }) => name).join(', ')}.`);
  console.log(site.open(fixedPage(page, site)));
});

async function devAgainst({ remotes: names, ...against }: AgainstOptions, life: Lifecycle) {
  const remotes = choosePackages(root, names);
  const { port } = readSettings(process.env, root);
  const hotPorts = await findHotPorts(port, remotes.length);
  await requireFreePorts([port, ...hotPorts], root);
  await runAgainst({ root, remotes, port, hotPorts, ...against }, life);
}

/** The ports after the site's own, or any free ports when that one is 0. */
async function findHotPorts(port: number, count: number): Promise<number[]> {
  if (port === 0) return findFreePorts(count, root);
  if (port + count > LAST_PORT)
    throw new UserError(
      `PORT is ${port}: set it to ${LAST_PORT - count} at most, the hot packages take the next ports.`,
    );
  return Array.from({ length: count }, (_, at) => port + 1 + at);
}
