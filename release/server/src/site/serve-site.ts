import type { EditedFacts } from '@site/contract/page-data';
import { readPublishableConfig } from '@site/release-core/config/publication';
import { defencesNotice, findDefences, foreignRefusal } from '@site/release-core/sandbox/defences';
import { takeStep } from '@site/terminal/progress';
import { createOwnerQuery } from '../interface/owner-grants';
import { createReleaseInterface } from '../interface/release-interface';
import { createIdentityVerifier } from '../interface/verify-identity';
import type { Lifecycle } from '../lifecycle';
import { composePreview } from '../preview/compose-preview';
import { createFactsPreviews } from '../preview/facts-previews';
import { previewPages } from '../preview/preview-pages';
import { composedPages } from '../serve/composed-pages';
import { createLimitedLog } from '../serve/limited-log';
import { readWebhook } from '../webhook/read-webhook';
import { composeToday } from './compose-today';
import { type FindReleases, prepareSite } from './prepare-site';
import { startGuard } from './start-guard';
import { startWebhook } from './start-webhook';

const STORE_IS_AWAY =
  'The release store does not answer: the pages kept on this machine are served, and site.json is read again at the next start.';
const EMPTY =
  'No release is active: visitors read that the site opens soon. Let a team publish with "npx pnpm release grant shell <part>… --team <team>"; the shell and its parts are activated together.';

export interface SiteStart {
  /** Relative paths of the settings begin here. */
  readonly root: string;
  readonly isDraft: boolean;
  readonly findReleases: FindReleases;
  /** By default, prints the address. */
  readonly announce?: (address: string) => void;
}

/** Composes the pages of today, starts the backend, serves, and prints the address. @throws UserError */
export async function serveSite(
  { root, isDraft, findReleases, announce = console.log }: SiteStart,
  life: Lifecycle,
): Promise<void> {
  const webhook = readWebhook(process.env);
  // First of all: a machine that cannot render has no use of the rest.
  const defences = await findDefences();
  const readConfig = (file: string, edited?: EditedFacts) => readPublishableConfig(file, { isDraft, edited });
  const site = await prepareSite(root, life, { findReleases, readConfig });
  const { dataDir, store, served, releases, data, open, reportReleases, reportFacts } = site;
  if (!served.unavailableSince()) await takeStep('compose the pages', () => composeToday(store, { releases, data }));
  await served.poll();
  if (served.unavailableSince()) console.error(STORE_IS_AWAY);
  const pageAt = composedPages(served.pages, ({ data }) => {
    reportReleases();
    reportFacts(data.site);
  });
  const factsPreviews = createFactsPreviews(store.blobs);
  const log = createLimitedLog();
  const previewAt = previewPages({
    // Previews see the same index entry as the active pages.
    store: { ...store, readState: served.pages.readState },
    pageAt,
    compose: (request, entry) => composePreview(store, entry, request),
    findFacts: factsPreviews.find,
    log: (line) => log('preview', line),
  });
  const uploadRefusal = foreignRefusal(defences, process.env);
  for (const notice of [await defencesNotice(defences), uploadRefusal]) if (notice) console.log(notice);
  if (isDraft) console.log('A draft: its pages carry « Brouillon », and search engines are asked to leave them out.');
  if (Object.keys(releases).length === 0) console.log(EMPTY);
  const { proxies, address } = site;
  const verifyIdentity = createIdentityVerifier(async () => {
    const { entry } = await served.pages.readState();
    return entry?.data.site.origin || address;
  });
  const releaseInterface = createReleaseInterface({
    root,
    dataDir,
    store,
    proxies,
    log,
    verifyIdentity,
    uploadRefusal,
    askOwner: createOwnerQuery(site.backend),
    keepPreview: factsPreviews.keep,
    // The backend gets what has changed with the next look at the pages.
    onChange: () => void pageAt('/').catch(() => undefined),
  });
  announce(open(pageAt, { previewAt, releaseInterface }));
  const { readEvidence, tellOwner } = site;
  startGuard({ store, dataDir, readEvidence, tellOwner, log: (line) => log('guard', line) }, life);
  if (webhook) startWebhook({ target: webhook, store, log: (line) => log('webhook', line) }, life);
}
