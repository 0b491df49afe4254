import { join } from 'node:path';
import type { ActiveRelease, ReleaseIndex } from '@site/contract/release-index';
import { readReleases } from '../compose/composed-releases';
import { releaseIndex } from '../compose/release-index';
import { devPage } from '../dev/dev-page';
import { fixedPage } from '../dev/fixed-page';
import { describeHot, type HotPackage, startHot } from '../dev/hot-package';
import { choosePackages, listPackages } from '../publish/packages';
import { type Lifecycle, runCommand } from '../site/lifecycle';
import { type PreparedSite, prepareSite } from '../site/prepare-site';

const root = join(import.meta.dirname, '../../..');
const FIRST_HOT_PORT = 4174;

runCommand(async (life) => {
  const chosen = choosePackages(root, process.argv.slice(2));
  // Hot reload needs React's development build, which the shell provides: the shell is always hot.
  const hot = listPackages(root)
    .filter(({ name }) => name === 'shell' || chosen.some((one) => one.name === name))
    .map((one, position) => startHot(one, FIRST_HOT_PORT + position));
  for (const one of hot) life.onEnd(() => void one.process.kill());

  const site = await prepareSite(root, life);
  const [shell, ...remotes] = hot;
  if (!shell) throw new Error('The shell is not among the packages.');
  const page = devPage(shell.origin, { ...site.data, index: await indexWithHot(site, remotes, life) });
  console.log(`Hot: ${hot.map(({ name }) => name).join(', ')}. All else comes from the active releases.`);
  console.log(site.open(fixedPage(page)));
});

async function indexWithHot(site: PreparedSite, hot: readonly HotPackage[], life: Lifecycle): Promise<ReleaseIndex> {
  const index = releaseIndex(0, site.releases, await readReleases(site.store, site.releases));
  const described = await Promise.all(
    hot.map(async (one): Promise<[string, ActiveRelease]> => {
      one.process.on('exit', () =>
        life.fail(new Error(`The development server of ${one.name} has stopped; see above.`)),
      );
      return [one.name, await describeHot(one)];
    }),
  );
  return { ...index, remotes: { ...index.remotes, ...Object.fromEntries(described) } };
}
