import { join } from 'node:path';
import { readPublishableConfig } from '@site/release-core/config/publication';
import { defencesNotice, findDefences, foreignRefusal } from '@site/release-core/sandbox/defences';
import { UserError } from '@site/release-core/user-error';
import { createOwnerQuery } from '@site/server/interface/owner-grants';
import { createReleaseInterface } from '@site/server/interface/release-interface';
import { createIdentityVerifier } from '@site/server/interface/verify-identity';
import { runCommand } from '@site/server/lifecycle';
import { composePreview } from '@site/server/preview/compose-preview';
import { previewPages } from '@site/server/preview/preview-pages';
import { composedPages } from '@site/server/serve/composed-pages';
import { createLimitedLog } from '@site/server/serve/limited-log';
import { composeToday } from '@site/server/site/compose-today';
import { prepareSite } from '@site/server/site/prepare-site';
import { activeOrFirstReleases } from '../start/first-releases';

const STORE_IS_AWAY =
  'The release store does not answer: the pages kept on this machine are served, and site.json is read again at the next start.';

const root = join(import.meta.dirname, '../../../..');

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
