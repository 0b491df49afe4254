import type { ReleasablePackage } from '@site/release/publish/packages';
import { incompatibilitiesOf } from '@site/release-core/compose/compatibility';
import { UserError } from '@site/release-core/user-error';
import type { Lifecycle } from '@site/server/lifecycle';
import { developmentOrigin } from '@site/tooling/own-pages';
import { startHot } from '../hot/hot-package';
import { listenLocally } from '../hot/listen-locally';
import { compareBackend } from './compare-backend';
import { type HotRelease, readHotRelease } from './hot-release';
import { createLiveServer } from './live-server';
import { type LiveSite, readLiveBackend, readLiveSite } from './live-site';
import { createReloads } from './reload';

interface Against {
  readonly root: string;
  readonly remotes: readonly ReleasablePackage[];
  readonly port: number;
  readonly hotPorts: readonly number[];
  readonly origin: string;
  readonly isWithBackend: boolean;
}

/** Serves until the command ends. @throws UserError */
export async function runAgainst(against: Against, life: Lifecycle): Promise<void> {
  const { root, remotes, port, hotPorts, origin, isWithBackend } = against;
  const live = await readLiveSite(origin);
  const backend = isWithBackend ? await readLiveBackend(origin) : null;
  const hot = startHot(remotes, { ports: hotPorts, sitePort: port, isForLiveSite: true }, life);
  const releases = await Promise.all(hot.map(readHotRelease));
  for (const release of releases) requireFit(live, release);
  for (const warning of await compareBackend({ origin, root, env: process.env }, releases)) console.error(warning);

  const reloads = createReloads();
  for (const build of hot) build.process.on('message', reloads.reload);
  const server = createLiveServer({ origin, hot, reloads, backend });
  await listenLocally(server, port);
  life.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  console.log(`Hot: ${remotes.map(({ name }) => name).join(', ')}. All else comes from ${origin}.`);
  console.log(
    backend === null
      ? 'Forms are refused: --with-backend sends them to the live site.'
      : `What forms send is real: it goes to ${backend}.`,
  );
  console.log(developmentOrigin(port));
}

function requireFit({ origin, shell }: LiveSite, { name, build }: HotRelease) {
  const { id, requires } = build;
  if (!requires) throw new Error('The hot build lists no requirements.');
  const reasons = incompatibilitiesOf(shell, { name, id, requires });
  if (reasons.length === 0) return;
  throw new UserError(
    `${reasons.join('; ')}. ${origin} has another version of the contract or of shared-ui: activate a shell there that has what is missing, or use what it has.`,
  );
}
