import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SiteData } from '@site/contract/page-data';
import { todayInParis } from '@site/contract/today';
import { type CheckRun, changeSite } from '@site/release-core/changes/change';
import { ComposeError } from '@site/release-core/compose/page-rules';
import { type CheckedPair, describePair, type Pair } from '@site/release-core/compose/pair-checks';
import { type Blobs, dryBlobs } from '@site/release-core/store/blobs';
import type { ActiveParts } from '@site/release-core/store/release';
import { openStore, type Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { ChecksRequest } from '@site/release-core/wire/protocol';
import { argumentsOf, type Lifecycle } from '@site/server/run-program';
import { composedPages } from '@site/server/serve/composed-pages';
import { releaseFiles } from '@site/server/serve/release-files';
import { createSiteServer } from '@site/server/serve/site-server';
import { startLocalBackend } from '@site/server/site/backend-process';
import type { BrowserContext } from 'playwright-core';
import { launchBrowser, NoBrowserError, newVisitor, withLifecycle } from './browser';
import { checkRoute } from './check-route';

/** @throws UserError when a page does not work, or without a browser */
export async function runChecks(run: CheckRun): Promise<ChecksRequest> {
  const names = run.pairs.map(describePair).join(', ');
  console.error(`── check in a browser: ${names}`);
  const since = performance.now();
  const checked = await checkPairs(run).catch((cause: unknown) => {
    if (!(cause instanceof NoBrowserError)) throw cause;
    throw new UserError(`${cause.message} Nothing was changed: ${names} is not checked; ${ANYWAY}.`, { cause });
  });
  if (checked.problems.length > 0) {
    throw new UserError(
      `${checked.problems.join('\n')}\nNothing was changed: correct this and publish again; ${ANYWAY}.`,
    );
  }
  return { pairs: checked.pairs, durationMs: Math.round(performance.now() - since) };
}

const ANYWAY = 'to activate it all the same, add --unchecked --why "…"';

export interface Checked {
  readonly pairs: readonly CheckedPair[];
  /** One sentence each. */
  readonly problems: readonly string[];
}

/**
 * Opens each page and sends its forms, on a temporary site with its own backend.
 * @throws NoBrowserError; UserError when the site does not start
 */
export async function checkPairs(run: CheckRun): Promise<Checked> {
  return withLifecycle(async (life) => {
    const browser = await launchBrowser();
    life.onEnd(() => browser.close());
    const site = await startTemporarySite(run.store, { state: run, life }).catch(rethrowUnlessRendering);
    if (site instanceof ComposeError) return { pairs: [], problems: [site.message] };
    const context = await newVisitor(browser);
    const pairs: CheckedPair[] = [];
    const problems: string[] = [];
    for (const pair of run.pairs) {
      const checked = await checkPair(context, site.address, { pair, store: run.store });
      pairs.push(checked.pair);
      problems.push(...checked.problems);
    }
    const sent = pairs.flatMap(({ forms }) => forms);
    if (problems.length === 0 && sent.length > 0) {
      const received = await countRequests(site.dataDir);
      if (received < sent.length) problems.push(describeLost(sent, received));
    }
    return { pairs, problems };
  });
}

function rethrowUnlessRendering(cause: unknown): ComposeError {
  if (cause instanceof ComposeError) return cause;
  throw cause;
}

interface PairInStore {
  readonly pair: Pair;
  readonly store: Store;
}

async function checkPair(context: BrowserContext, address: string, { pair, store }: PairInStore) {
  const { routes, private: isPrivate } = await store.read(pair.name, pair.id);
  const forms: string[] = [];
  const problems: string[] = [];
  for (const { path } of routes) {
    const route = await checkRoute(context, address + path, { sendsForms: !isPrivate });
    for (let sent = 0; sent < route.formsSent; sent += 1) forms.push(path);
    problems.push(...route.problems.map((problem) => `${path} of ${pair.name}@${pair.id}: ${problem}.`));
  }
  return { pair: { ...pair, routes: routes.map(({ path }) => path), forms }, problems };
}

const describeLost = (sent: readonly string[], received: number) =>
  `The forms of ${sent.join(', ')} confirm that they were sent, but only ${received} of ${sent.length} requests are in the inbox.`;

interface SiteState {
  readonly releases: ActiveParts;
  readonly data: SiteData;
}

interface TemporarySite {
  readonly address: string;
  readonly dataDir: string;
}

/** Keeps the check away from the real database, mail server and backups. */
const OWN_BACKEND = {
  DATABASE_URL: '',
  SMTP_URL: '',
  SITE_ORIGIN: '',
  SITE_GAPS: '',
  VISITOR_MAILS: '',
  SITE_FACTS: '',
  BACKEND_PORT: '',
  BACKUP_DIR: '',
  SUBMISSIONS_PER_ADDRESS: '1000',
};

/** Writes nothing to the store. @throws ComposeError when a page cannot be composed */
async function startTemporarySite(
  store: Store,
  { state, life }: { readonly state: SiteState; readonly life: Lifecycle },
): Promise<TemporarySite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'release-check-'));
  life.onEnd(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const { server, open } = createSiteServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  life.onEnd(() => server.close().closeAllConnections());
  const settings = { dataDir, proxies: 0, site: { ...state.data.site, origin: '' }, env: OWN_BACKEND };
  const backend = await startLocalBackend(settings, life);
  const data = {
    ...state.data,
    backend: { url: '', anonKey: backend.anonKey },
    composedOn: todayInParis(),
  };
  const composed = openStore(dryBlobs(withoutIndex(store.blobs)));
  const releases = withoutFallbacks(state.releases);
  await changeSite(composed, '', async () => ({ releases, data, change: { command: 'start', parts: [] } }));
  open({ readReleaseFile: releaseFiles(composed.blobs), pageAt: composedPages(composed), backend });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, dataDir };
}

/** Hides the entries of the real site, which must not be served here. */
const withoutIndex = (blobs: Blobs): Blobs => ({
  ...blobs,
  get: async (key) => (key.startsWith('index/') ? null : blobs.get(key)),
  has: async (key) => !key.startsWith('index/') && blobs.has(key),
  list: async (prefix) => (prefix === 'index/' ? [] : blobs.list(prefix)),
});

/** A fallback to a previous release would hide a failure of the active one. */
const withoutFallbacks = (releases: ActiveParts): ActiveParts =>
  Object.fromEntries(
    Object.entries(releases).map(([name, { active }]) => [name, { active, previous: [], revoked: [] }]),
  );

/** Counts the requests in the owner's inbox, without spam. */
export async function countRequests(dataDir: string): Promise<number> {
  const args = [...argumentsOf('backend/bin/inbox'), '--json'];
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const requests = JSON.parse(stdout) as readonly { readonly unwanted: boolean }[];
  return requests.filter(({ unwanted }) => !unwanted).length;
}
