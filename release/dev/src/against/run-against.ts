import { developmentOrigin } from '@site/build/same-site';
import type { ReleasablePackage } from '@site/release/publish/packages';
import { incompatibilitiesOf } from '@site/release-core/compose/compatibility';
import { readSiteOrigin } from '@site/release-core/network';
import { UserError } from '@site/release-core/user-error';
import type { Lifecycle } from '@site/server/run-program';
import { readFlags } from '@site/terminal/program';
import { listenLocally, startHot } from '../hot/hot-package';
import { type PublicSite, readPublicBackend, readPublicSite } from './public-site';
import { createReloads, createSiteProxy, type HotRelease, readHotRelease } from './site-proxy';

interface AgainstContext {
  readonly remotes: readonly ReleasablePackage[];
  readonly port: number;
  readonly hotPorts: readonly number[];
  readonly origin: string;
  readonly isWithBackend: boolean;
}

/** Serves until the command ends. @throws UserError */
export async function runAgainst(against: AgainstContext, life: Lifecycle): Promise<void> {
  const { remotes, port, hotPorts, origin, isWithBackend } = against;
  const site = await readPublicSite(origin);
  const backend = isWithBackend ? await readPublicBackend(origin) : null;
  const hot = startHot(remotes, { ports: hotPorts, sitePort: port, isForPublicSite: true }, life);
  const releases = await Promise.all(hot.map(readHotRelease));
  for (const release of releases) requireFit(site, release);

  const reloads = createReloads();
  for (const build of hot) build.process.on('message', reloads.reload);
  const server = createSiteProxy({ origin, hot, reloads, backend });
  await listenLocally(server, port);
  life.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  console.log(`Hot: ${remotes.map(({ name }) => name).join(', ')}. All else comes from ${origin}.`);
  console.log(
    backend === null
      ? 'Forms are refused: --with-backend sends them to the public site.'
      : `What forms send is real: it goes to ${backend}.`,
  );
  console.log(developmentOrigin(port));
}

function requireFit({ origin, shell }: PublicSite, { name, build }: HotRelease) {
  const { id, requires } = build;
  if (!requires) throw new Error('The hot build lists no requirements.');
  const reasons = incompatibilitiesOf(shell, { name, id, requires });
  if (reasons.length === 0) return;
  throw new UserError(
    `${reasons.join('; ')}. ${origin} has another version of the contract or of shared-ui: activate a shell there that has what is missing, or use what it has.`,
  );
}

export interface AgainstOptions {
  readonly remotes: readonly string[];
  readonly origin: string;
  readonly isWithBackend: boolean;
}

interface DevOptions {
  readonly names: readonly string[];
  readonly against: AgainstOptions | null;
}

const USAGE = 'Usage: npx pnpm dev [name…] [--against https://example.org [--with-backend]]';
const FLAGS = { against: { type: 'string' }, 'with-backend': { type: 'boolean', default: false } } as const;

/** @throws UserError */
export function readDevOptions(args: readonly string[]): DevOptions {
  const { positionals: names, values } = readFlags(args, FLAGS, USAGE);
  const isWithBackend = values['with-backend'];
  if (values.against === undefined) {
    if (!isWithBackend) return { names, against: null };
    throw new UserError(`--with-backend sends forms to a public site: name it with --against. ${USAGE}`);
  }
  const origin = readSiteOrigin('--against', values.against);
  if (names.length === 0) throw new UserError(`Name the remotes that are to be hot in ${origin}. ${USAGE}`);
  const remotes = new Set(names.map((name) => name.replace(/^remote-/, '')));
  if (remotes.has('shell')) {
    throw new UserError(`The shell comes from ${origin}: leave it out, or leave out --against.`);
  }
  return { names, against: { remotes: [...remotes], origin, isWithBackend } };
}
