import { join } from 'node:path';
import { createReleaseInterface } from '../interface/release-interface';
import { createIdentityVerifier } from '../interface/verify-identity';
import { composePreview } from '../preview/compose-preview';
import { previewPages } from '../preview/preview-pages';
import { defencesNotice } from '../sandbox/defences';
import { composedPages } from '../serve/composed-pages';
import { createLimitedLog } from '../serve/limited-log';
import { composeToday } from '../site/compose-today';
import { readPublishableConfig } from '../site/config/publication';
import { activeOrFirstReleases } from '../site/first-releases';
import { runCommand } from '../site/lifecycle';
import { prepareSite } from '../site/prepare-site';
import { UserError } from '../user-error';

const root = join(import.meta.dirname, '../../..');

runCommand(async (life) => {
  const isDraft = readDraft(process.argv.slice(2));
  const readConfig = (file: string) => readPublishableConfig(file, isDraft);
  const site = await prepareSite(root, life, { findReleases: activeOrFirstReleases(root), readConfig });
  const { dataDir, store, releases, data, open, reportReleases } = site;
  await composeToday(store, { releases, data });
  const pageAt = composedPages(store, reportReleases);
  const log = createLimitedLog();
  const previewAt = previewPages({
    store,
    pageAt,
    compose: (request, entry) => composePreview(store, entry, request),
    log: (line) => log('preview', line),
  });
  const notice = await defencesNotice();
  if (notice) console.log(notice);
  if (isDraft) console.log('A draft: its pages carry « Brouillon », and search engines are asked to leave them out.');
  const { proxies, address } = site;
  const verifyIdentity = createIdentityVerifier(async () => {
    const { entry } = await store.readState();
    return entry?.data.site.origin || address;
  });
  const releaseInterface = createReleaseInterface({
    root,
    dataDir,
    store,
    proxies,
    log,
    verifyIdentity,
  });
  console.log(open(pageAt, { previewAt, releaseInterface }));
});

/** @throws UserError for anything but `--draft` */
function readDraft(args: readonly string[]): boolean {
  const [first = '--draft', ...more] = args.filter((arg) => arg !== '--');
  if (first !== '--draft' || more.length > 0) throw new UserError('Usage: npx pnpm start [--draft]');
  return args.includes('--draft');
}
