import { join } from 'node:path';
import { createOwnerQuery } from '../interface/owner-grants';
import { createReleaseInterface } from '../interface/release-interface';
import { createIdentityVerifier } from '../interface/verify-identity';
import { composePreview } from '../preview/compose-preview';
import { previewPages } from '../preview/preview-pages';
import { defencesNotice, findDefences, foreignRefusal } from '../sandbox/defences';
import { composedPages } from '../serve/composed-pages';
import { createLimitedLog } from '../serve/limited-log';
import { composeToday } from '../site/compose-today';
import { readPublishableConfig } from '../site/config/publication';
import { activeOrFirstReleases } from '../site/first-releases';
import { runCommand } from '../site/lifecycle';
import { prepareSite } from '../site/prepare-site';
import { UserError } from '../user-error';

const STORE_IS_AWAY =
  'The release store does not answer: the pages kept on this machine are served, and site.json is read again at the next start.';

const root = join(import.meta.dirname, '../../..');

runCommand(async (life) => {
  const isDraft = readDraft(process.argv.slice(2));
  // First of all: a machine that cannot render has no use of the rest.
  const defences = await findDefences();
  const readConfig = (file: string) => readPublishableConfig(file, isDraft);
  const site = await prepareSite(root, life, { findReleases: activeOrFirstReleases(root), readConfig });
  const { dataDir, store, served, releases, data, open, reportReleases } = site;
  if (!served.unavailableSince()) await composeToday(store, { releases, data });
  await served.poll();
  if (served.unavailableSince()) console.error(STORE_IS_AWAY);
  const pageAt = composedPages(served.pages, reportReleases);
  const log = createLimitedLog();
  const previewAt = previewPages({
    // Previews see the same index entry as the active pages.
    store: { ...store, readState: served.pages.readState },
    pageAt,
    compose: (request, entry) => composePreview(store, entry, request),
    log: (line) => log('preview', line),
  });
  const uploadRefusal = foreignRefusal(defences, process.env);
  for (const notice of [await defencesNotice(defences), uploadRefusal]) if (notice) console.log(notice);
  if (isDraft) console.log('A draft: its pages carry « Brouillon », and search engines are asked to leave them out.');
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
  });
  console.log(open(pageAt, { previewAt, releaseInterface }));
});

function readDraft(args: readonly string[]): boolean {
  const [first = '--draft', ...more] = args.filter((arg) => arg !== '--');
  if (first !== '--draft' || more.length > 0) throw new UserError('Usage: npx pnpm start [--draft]');
  return args.includes('--draft');
}
