import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startLocalBackend } from './backend-process';
import { buildPackages } from '../publish/build-package';
import { closeDataDir } from './close-data-dir';
import type { SiteData } from '../compose/shell-build';
import { embeddedDatabaseNotice } from './embedded-database';
import type { Lifecycle } from './lifecycle';
import { listPackages, type ReleasablePackage } from '../publish/packages';
import { publish } from '../publish/publish';
import { createSiteServer, type SiteParts } from '../serve/site-server';
import { hostedBackend, readSettings } from '../settings';
import { emptyFields, readSiteConfig } from './site-config';
import { sourceHash } from '../publish/source-hash';
import { openSiteStore } from '../store/open-site-store';
import type { ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import { releasesTeller, tellVisitors } from './tell-backend';
import { todayInParis } from '../today';
import { UserError } from '../user-error';

export interface PreparedSite {
  readonly store: Store;
  /** What was active last; on a first start, what was just published. */
  readonly releases: ReleaseLines;
  readonly data: SiteData;
  /** Prints nothing; gives the site's address once it serves these pages. */
  readonly open: (pageAt: SiteParts['pageAt']) => string;
  /** Gives the local backend the releases that there are now; to be called when what is active has changed. */
  readonly tellReleases: () => void;
}

/**
 * All that must be there before a page can be served: the port, the settings, the releases and the backend.
 * Prints what the owner should know: what was left empty, what is built, where mails go.
 * @throws UserError for what the person who starts it can mend
 */
export async function prepareSite(root: string, life: Lifecycle): Promise<PreparedSite> {
  // All that is written in the data folder is its user's alone.
  process.umask(0o077);
  const settings = readSettings(process.env, root);
  const { site, backend: configured } = await readSiteConfig(settings.siteConfig);
  const { server, open } = createSiteServer();
  await listen(server, settings.port);
  life.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  await makeDataDir(settings.dataDir);
  const empty = emptyFields(site);
  if (empty.length > 0) console.log(`Left empty in ${settings.siteConfig}: ${empty.join(', ')}.`);

  const hosted = hostedBackend(settings, configured);
  const store = openSiteStore(settings.dataDir);
  const [local, releases] = await Promise.all([
    hosted ? closeDataDir(root, settings.dataDir) : startLocalBackend(root, { ...settings, site }, life),
    publishIntoEmpty(root, store, life.signal),
  ]);
  if (local) {
    console.log(local.mails);
    const notice = embeddedDatabaseNotice(site.origin, process.env.DATABASE_URL);
    if (notice) console.log(notice);
    tellVisitors(local, server, settings.proxies, life);
  }
  const tellLocal = local ? releasesTeller(local, store) : () => undefined;
  return {
    store,
    releases,
    data: { site, backend: hosted ?? { url: '', anonKey: local?.anonKey ?? '' }, composedOn: todayInParis() },
    tellReleases: tellLocal,
    open: (pageAt) => {
      tellLocal();
      open({ releases: join(settings.dataDir, 'store/r'), pageAt, backend: local });
      return `http://localhost:${(server.address() as AddressInfo).port}`;
    },
  };
}

/** A store that has releases is served as it is: a rollback survives a restart. */
async function publishIntoEmpty(root: string, store: Store, signal: AbortSignal): Promise<ReleaseLines> {
  const packages = listPackages(root);
  const index = await store.readIndex();
  if (index) {
    for (const one of packages) await tellWhenChanged(store, index.releases, one);
    return index.releases;
  }
  console.log(`Building ${packages.map(({ name }) => name).join(', ')}…`);
  await buildPackages(packages, signal);
  const published = await Promise.all(packages.map((one) => publish(store, one)));
  return Object.fromEntries(
    published.map(({ release: { name, id } }) => [name, { active: id, before: [], revoked: [] }]),
  );
}

async function tellWhenChanged(store: Store, releases: ReleaseLines, one: ReleasablePackage) {
  const active = releases[one.name]?.active;
  if (!active) return console.log(`${one.name} is not published yet: "npx pnpm release publish ${one.name}".`);
  if ((await store.read(one.name, active)).source === (await sourceHash(one))) return;
  console.log(
    `The working copy of ${one.name} differs from what is active (${active}): "npx pnpm release publish ${one.name}", then activate it, to see it.`,
  );
}

async function listen(server: Server, port: number) {
  server.listen(port);
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code})`;
    throw new UserError(`Port ${port} ${why}: stop what uses it, or choose another with PORT=….`, { cause });
  });
}

async function makeDataDir(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`The data folder ${dataDir} cannot be made (${cause.code}): name another in DATA_DIR.`, {
      cause,
    });
  });
}
