import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { STORE } from '@site/contract/stored-files';
import { todayInParis } from '@site/contract/today';
import { changeSite } from '@site/release-core/changes/change';
import { settleAll } from '@site/release-core/concurrency';
import { type Blobs, dryBlobs } from '@site/release-core/store/blobs';
import type { ActiveParts, Revision } from '@site/release-core/store/revision';
import { openStore, type Store } from '@site/release-core/store/store';
import { createHttpServer } from '@site/release-server/http/answer-requests';
import { composedPages } from '@site/release-server/http/composed-pages';
import { releaseFiles } from '@site/release-server/http/release-files';
import { argumentsOf, type Lifecycle } from '@site/release-server/run-program';
import { startLocalBackend } from '@site/release-server/start/backend-process';

export type SiteState = Pick<Revision, 'releases' | 'redirects' | 'data'>;

export interface TemporarySite {
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

/** Starts a site with a backend of its own, and writes nothing to the store. */
export async function startTemporarySite(store: Store, state: SiteState, life: Lifecycle): Promise<TemporarySite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'release-check-'));
  life.onEnd(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const { server, open } = createHttpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  life.onEnd(() => server.close().closeAllConnections());
  const { anonKey } = state.data.backend;
  // With the site's public key, pages that the change leaves as they are need not be rendered again.
  const keys = { jwtSecret: randomBytes(48).toString('base64url'), anonKey };
  writeFileSync(join(dataDir, 'keys.json'), JSON.stringify(keys), { mode: 0o600 });
  const settings = { dataDir, proxies: 0, site: { ...state.data.site, origin: '' }, env: OWN_BACKEND };
  const data = { ...state.data, backend: { url: '', anonKey }, composedOn: todayInParis() };
  const composed = openStore(dryBlobs(withoutRevisions(store.blobs)));
  const { redirects } = state;
  const served = { releases: withoutFallbacks(state.releases), data, ...(redirects && { redirects }) };
  const backend = startLocalBackend(settings, life);
  const composing = changeSite(composed, '', async () => ({ ...served, change: { command: 'start', parts: [] } }));
  await settleAll<unknown>([backend, composing]);
  open({ readReleaseFile: releaseFiles(composed.blobs), pageAt: composedPages(composed), backend: await backend });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, dataDir };
}

const REVISIONS = `${STORE.revisions}/`;

/** Hides the revisions of the real site, which must not be served here. */
const withoutRevisions = (blobs: Blobs): Blobs => ({
  ...blobs,
  get: async (key) => (key.startsWith(REVISIONS) ? null : blobs.get(key)),
  has: async (key) => !key.startsWith(REVISIONS) && blobs.has(key),
  list: async (prefix) => (prefix === REVISIONS ? [] : blobs.list(prefix)),
});

/** A fallback to a previous release would hide a failure of the active one. */
const withoutFallbacks = (releases: ActiveParts): ActiveParts =>
  Object.fromEntries(
    Object.entries(releases).map(([name, { active }]) => [name, { active, previous: [], revoked: [] }]),
  );

/** The e-mail address of each request in the owner's inbox, without spam. */
export async function readSenders({ dataDir }: TemporarySite): Promise<readonly string[]> {
  const args = [...argumentsOf('backend/bin/inbox'), '--json'];
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const requests = JSON.parse(stdout) as readonly { readonly email: string; readonly unwanted: boolean }[];
  return requests.filter(({ unwanted }) => !unwanted).map(({ email }) => email);
}
