import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { prepareDataFolder } from '@site/backend/data-folder';
import type { Backend } from '@site/contract/host';
import type { EditedFacts, SiteData } from '@site/contract/page-data';
import { todayInParis } from '@site/contract/today';
import { backendIncompatibilities, recordBackend } from '@site/release-core/compose/compatibility';
import { describeEdited, storeEdited } from '@site/release-core/config/edited-facts';
import { storeOwnerFiles } from '@site/release-core/config/owner-files';
import { describeWithheld, listEmptyFacts, proposeOwner, type SiteConfig } from '@site/release-core/config/site-config';
import type { ActiveParts } from '@site/release-core/store/revision';
import { NO_ROOM, reserveOf } from '@site/release-core/store/run-in-store';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { DiskFullError, UserError } from '@site/release-core/user-error';
import type { ReadCounts } from '@site/release-core/watch/watch';
import { takeStep } from '@site/terminal/output';
import type { TellOwner } from '../auto-rollback/auto-rollback';
import { createHttpServer, type HttpServerOptions } from '../http/answer-requests';
import type { PageAt } from '../http/composed-pages';
import { createPageCounter } from '../http/page-counter';
import { releaseFiles } from '../http/release-files';
import { openServedReleases, type ServedReleases } from '../http/served-releases';
import { describeVisitorMails, hostedBackend, readSettings, type Settings, visitorMailsOf } from '../read-site-data';
import type { Lifecycle } from '../run-program';
import { createFactsReport, createReleasesReport, reportPages, startLocalBackend } from './backend-process';
import { listen } from './listen';

interface SiteReleases {
  readonly store: Store;
  readonly releases: ActiveParts;
}

export type FindReleases = (site: Store, signal: AbortSignal) => Promise<SiteReleases>;

interface SiteSources {
  readonly findReleases: FindReleases;
  /** @param edited the facts of the owner's space, which take precedence over those of the file */
  readonly readConfig: (file: string, edited: EditedFacts | undefined) => Promise<SiteConfig>;
  /** Listens on all addresses by default. @throws UserError */
  readonly listenOn?: (server: Server, port: number) => Promise<void>;
}

export interface PreparedSite extends SiteReleases {
  readonly dataDir: string;
  readonly proxies: number;
  readonly address: string;
  readonly data: SiteData;
  readonly served: ServedReleases;
  readonly backend: Backend;
  readonly open: (
    pageAt: PageAt,
    others?: Pick<HttpServerOptions, 'previewAt' | 'releaseInterface' | 'accepts'>,
  ) => string;
  /** Sends the ids of the releases to the local backend. Call it whenever the active releases change. */
  readonly reportReleases: () => void;
  /** Sends the facts that mails contain, when they have changed. Does nothing with a hosted backend. */
  readonly reportFacts: (data: Pick<SiteData, 'site' | 'edited'>) => void;
  /** Resolves to null with a hosted backend, whose counts cannot be read from here. */
  readonly readCounts: ReadCounts;
  /** Does nothing with a hosted backend, like `reportReleases`. */
  readonly tellOwner: TellOwner;
}

/** Prepares port, settings, releases and backend. Prints the keys of site.json that are empty or overridden. */
export async function prepareSite(
  root: string,
  life: Lifecycle,
  { findReleases, readConfig, listenOn = listen }: SiteSources,
): Promise<PreparedSite> {
  const settings = readSettings(process.env, root);
  const { server, open } = createHttpServer(settings.proxies);
  await listenOn(server, settings.port);
  life.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const { siteStore, served } = await openStoreOf(settings, life);
  const { revision } = await served.pages.readState();
  const config = await readConfig(settings.siteConfig, revision?.data.edited);
  await makeDataDir(settings.dataDir);
  const { site, backend: configured, files, videoLink } = config;
  printFacts(config, settings.siteConfig);

  const hosted = hostedBackend(settings, configured);
  const counter = createPageCounter(settings.proxies);
  const kept = served.unavailableSince() && revision;
  const [local, { store, releases }] = await Promise.all([
    hosted
      ? closeDataFolder(settings.dataDir)
      : takeStep('start the database and the backend', async () =>
          startLocalBackend({ ...settings, site, videoLink, env: await activeCalls(kept ? null : siteStore) }, life),
        ),
    kept ? { store: siteStore, releases: kept.releases } : findReleases(siteStore, life.signal),
  ]);
  if (!kept) await recordBackend(siteStore, local?.accepts ?? null).catch(ignoreFullDisk);
  if (!kept) for (const reason of await activeIncompatibilities(siteStore, releases)) console.error(reason);
  if (!(await reserveOf({ dataDir: settings.dataDir, store: siteStore }).fill())) console.error(NO_ROOM);
  if (local) {
    console.log(local.mails);
    console.log(describeVisitorMails(visitorMailsOf(site, process.env)));
    const proposal = proposeOwner(local.owners, site);
    if (proposal) console.log(proposal);
    reportPages(local, counter, life);
  }
  const backend = hosted ?? { url: local?.url ?? '', anonKey: local?.anonKey ?? '' };
  const storedFiles = kept ? kept.data.files && { files: kept.data.files } : await storeOwnerFiles(store, files);
  const stored = { ...storedFiles, ...storeEdited(config.edited) };
  const reportReleases = local ? createReleasesReport(local, store) : () => undefined;
  const address = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    address,
    dataDir: settings.dataDir,
    proxies: settings.proxies,
    store,
    served,
    releases,
    backend,
    // Pages call a local backend at the site's own address.
    data: { site, backend: hosted ?? { ...backend, url: '' }, composedOn: todayInParis(), ...stored },
    reportReleases,
    reportFacts: local ? await createFactsReport(local, settings.siteConfig) : () => undefined,
    readCounts: local?.readCounts ?? (async () => null),
    tellOwner: (watchNotice) => local?.send({ watchNotice }),
    open: (pageAt, others) => {
      reportReleases();
      const readReleaseFile = store === siteStore ? served.readReleaseFile : releaseFiles(store.blobs);
      const degraded = () => describeAway(served.unavailableSince());
      const options = { readReleaseFile, pageAt, ...others, backend: local, degraded };
      // The pages of a draft report nothing.
      open({ ...options, ...(local && !site.draft && { onPage: counter.count }) });
      return address;
    },
  };
}

/** Writes nothing into a store on this machine, so that a refused site.json leaves no empty store behind. */
async function openStoreOf({ dataDir, objectStore }: Settings, life: Lifecycle) {
  const siteStore = openSiteStore(dataDir, objectStore);
  // The data folder has a copy of a remote store.
  if (siteStore.blobs.isRemote) await makeDataDir(dataDir);
  return { siteStore, served: await openServedReleases(siteStore, dataDir, life) };
}

function printFacts({ site, edited, withheld }: SiteConfig, file: string) {
  const lines = [...listEmptyFacts(site, file), describeWithheld(withheld), describeEdited(edited)];
  for (const line of lines) if (line) console.log(line);
}

/** Pages are served on a full disk too, and the start reports it. */
function ignoreFullDisk(cause: unknown) {
  if (!(cause instanceof DiskFullError)) throw cause;
}

const describeAway = (since: Date | null) =>
  since && `the release store has not answered since ${since.toISOString()}; nothing can be released until it does`;

async function makeDataDir(dataDir: string) {
  // Only the current user can read files in the data folder.
  process.umask(0o077);
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`The data folder ${dataDir} cannot be made (${cause.code}): name another in DATA_DIR.`, {
      cause,
    });
  });
}

/** The backend gets these calls, and refuses migrations that an active release cannot meet. */
async function activeCalls(store: Store | null) {
  const revision = store && (await store.readState()).revision;
  const active = revision ? await readActiveReleases(store, revision.releases) : [];
  const calls = active.map(({ name, id, requires }) => ({ release: `${name}@${id}`, backend: requires.backend }));
  return { ACTIVE_CALLS: JSON.stringify(calls) };
}

async function readActiveReleases(store: Store, releases: ActiveParts) {
  const active = Object.entries(releases).map(([name, { active: id }]) => store.readIfIntact(name, id));
  return (await Promise.all(active)).filter((one) => one !== null);
}

/** Pages are served with these releases too, but their calls fail. */
const activeIncompatibilities = async (store: Store, releases: ActiveParts) =>
  backendIncompatibilities(store, await readActiveReleases(store, releases));

/** Makes the data folder private, as a local backend does: it may contain mails and a database. @throws UserError */
function closeDataFolder(dataDir: string): null {
  prepareDataFolder(dataDir);
  return null;
}
