import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startLocalBackend } from './backend-process';
import { buildPackages } from './build-package';
import type { SiteData } from './compose/shell-build';
import type { Lifecycle } from './lifecycle';
import { listPackages } from './packages';
import { publish } from './publish';
import { createSiteServer, type SiteParts } from './serve/site-server';
import { readSettings } from './settings';
import { emptyFields, readSiteConfig } from './site-config';
import { openFolderStore, type Store } from './store/folder-store';
import type { StoreState } from './store/release';
import { todayInParis } from './today';
import { UserError } from './user-error';

export interface PreparedSite {
  readonly store: Store;
  readonly state: Pick<StoreState, 'seq' | 'active'>;
  readonly data: SiteData;
  /** Prints nothing; gives the site's address once it serves these pages. */
  readonly open: (pageAt: SiteParts['pageAt']) => string;
}

/**
 * All that must be there before a page can be served: the port, the settings, the releases and the backend.
 * @throws UserError for what the person who starts it can mend
 */
export async function prepareSite(root: string, life: Lifecycle): Promise<PreparedSite> {
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

  // The environment first, then site.json, then the embedded engine.
  const hosted = settings.backend ?? (configured.url ? configured : null);
  const store = openFolderStore(join(settings.dataDir, 'store'));
  const [local, state] = await Promise.all([
    hosted ? null : startLocalBackend(root, settings, life),
    publishIntoEmpty(root, store, life.signal),
  ]);
  return {
    store,
    state,
    data: { site, backend: hosted ?? { url: '', anonKey: local?.anonKey ?? '' }, composedOn: todayInParis() },
    open: (pageAt) => {
      open({ releases: join(store.folder, 'r'), pageAt, backendUrl: local?.url ?? null });
      return `http://localhost:${(server.address() as AddressInfo).port}`;
    },
  };
}

/** A store that has releases is served as it is: a rollback survives a restart. */
async function publishIntoEmpty(root: string, store: Store, signal: AbortSignal): Promise<PreparedSite['state']> {
  const state = await store.readState();
  if (state) return state;
  const packages = listPackages(root);
  console.log(`Building ${packages.map(({ name }) => name).join(', ')}…`);
  await buildPackages(packages, signal);
  const releases = await Promise.all(packages.map((one) => publish(store, one)));
  return { seq: 1, active: Object.fromEntries(releases.map(({ name, id }) => [name, id])) };
}

async function listen(server: Server, port: number) {
  server.listen(port);
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${cause.code})`;
    throw new UserError(`Port ${port} ${why}: stop what uses it, or choose another with PORT=….`, { cause });
  });
}

async function makeDataDir(dataDir: string) {
  await mkdir(dataDir, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`The data folder ${dataDir} cannot be made (${cause.code}): name another in DATA_DIR.`, {
      cause,
    });
  });
}
