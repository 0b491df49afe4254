import { setTimeout as delay } from 'node:timers/promises';
import { createLimitedLog } from '@site/backend/limited-log';
import { AUTO_ROLLBACK } from '@site/contract/log-names';
import type { EditedFacts } from '@site/contract/page-data';
import { changeSite } from '@site/release-core/changes/change';
import { type Decision, decideComposition } from '@site/release-core/changes/decide';
import { readPublishableConfig } from '@site/release-core/config/site-config';
import { defencesNotice, findDefences, foreignRefusal } from '@site/release-core/sandbox/defences';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { takeStep } from '@site/terminal/output';
import { type AutoRollbackOptions, createAutoRollback } from '../auto-rollback/auto-rollback';
import { composedPages } from '../http/composed-pages';
import { createOwnerQuery } from '../interface/authenticate';
import { createReleaseInterface } from '../interface/release-interface';
import { createIdentityVerifier } from '../interface/verify-identity';
import { composePreview, createFactsPreviews } from '../preview/compose-preview';
import { previewPages } from '../preview/preview-pages';
import type { Lifecycle } from '../run-program';
import { messagePoster, readWebhook, type WebhookTarget } from '../webhook/post-message';
import { createWebhook } from '../webhook/webhook';
import { type FindReleases, prepareSite } from './prepare-site';

const STORE_IS_AWAY =
  'The release store does not answer: the pages kept on this machine are served, and site.json is read again at the next start.';
const EMPTY =
  'No release is active: visitors read that the site opens soon. Let a team publish with "npx pnpm release grant shell <part>… --team <team>"; the shell and its parts are activated together.';

interface SiteStart {
  readonly root: string;
  readonly isDraft: boolean;
  readonly findReleases: FindReleases;
  readonly announce?: (address: string) => void;
}

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
    reportFacts(data);
  });
  const factsPreviews = createFactsPreviews(store.blobs);
  const log = createLimitedLog();
  const previewAt = previewPages({
    // Previews see the same revision as the active pages.
    store: { ...store, readState: served.pages.readState },
    pageAt,
    compose: (request, revision) => composePreview(store, revision, request),
    findFacts: factsPreviews.find,
    log: (line) => log('preview', line),
  });
  const uploadRefusal = foreignRefusal(defences, process.env);
  for (const notice of [await defencesNotice(defences), uploadRefusal]) if (notice) console.log(notice);
  if (isDraft) console.log('A draft: its pages carry « Brouillon », and search engines are asked to leave them out.');
  if (Object.keys(releases).length === 0) console.log(EMPTY);
  const { proxies, address } = site;
  const verifyIdentity = createIdentityVerifier(async () => {
    const { revision } = await served.pages.readState();
    return revision?.data.site.origin || address;
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
  const { readCounts, tellOwner } = site;
  startAutoRollback({ store, dataDir, readCounts, tellOwner, log: (line) => log(AUTO_ROLLBACK, line) }, life);
  if (webhook) startWebhook({ target: webhook, store, log: (line) => log('webhook', line) }, life);
}

type State = Pick<Decision, 'releases' | 'data'>;

/** When damage or a full disk prevents it, the earlier pages are served. @throws UserError when there are none */
async function composeToday(store: Store, { releases, data }: State): Promise<void> {
  const { revision, damaged } = await store.readState();
  // The server prints the damaged revisions.
  if (damaged.length > 0) return;
  try {
    await changeSite(store, '', async (current) =>
      decideComposition(current, 'start', { releases: current?.releases ?? releases, data }),
    );
  } catch (error) {
    if (!revision || !(error instanceof UserError)) throw error;
    console.error(`${error.message} The pages of ${revision.data.composedOn} are served until then.`);
  }
}

interface PollOptions {
  readonly everyMs: number;
  readonly poll: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Polls do not overlap. After a failed poll, as while the store is away, the next one catches up. */
function pollRegularly({ everyMs, poll, onFailure }: PollOptions, { onEnd }: Pick<Lifecycle, 'onEnd'>): void {
  let isPolling = false;
  const pollOnce = async () => {
    if (isPolling) return;
    isPolling = true;
    await poll().catch(onFailure);
    isPolling = false;
  };
  const timer = setInterval(pollOnce, everyMs);
  onEnd(() => clearInterval(timer));
}

const POLL_EVERY_MS = 60_000;

type Options = Omit<AutoRollbackOptions, 'now'>;

export function startAutoRollback(options: Options, life: Pick<Lifecycle, 'onEnd'>): void {
  const { poll } = createAutoRollback({ ...options, now: () => Date.now() });
  const onFailure = (error: unknown) => options.log(`The watched releases could not be looked at. ${error}`);
  pollRegularly({ everyMs: POLL_EVERY_MS, poll, onFailure }, life);
}

const POLL_FOR_EVENTS_MS = 5000;

interface WebhookSite {
  readonly target: WebhookTarget;
  readonly store: Store;
  readonly log: (line: string) => void;
}

/** Looks for changes and publications of any server, apart from what makes them. */
function startWebhook({ target, store, log }: WebhookSite, life: Lifecycle): void {
  const pause = (ms: number) => delay(ms, undefined, { signal: life.signal });
  const { poll } = createWebhook({ store, post: messagePoster(target), pause, log, now: () => Date.now() });
  const onFailure = (error: unknown) => log(`The changes for the webhook could not be read. ${error}`);
  pollRegularly({ everyMs: POLL_FOR_EVENTS_MS, poll, onFailure }, life);
}

export function readDraft(args: readonly string[]): boolean {
  const other = args.find((arg) => arg !== '--' && arg !== '--draft');
  if (other !== undefined) throw new UserError(`There is no "${other}". Usage: npx pnpm start [--draft]`);
  return args.includes('--draft');
}
