import { join } from 'node:path';
import { previewPages } from '../preview/preview-pages';
import { composeInProcess } from '../preview/preview-process';
import { composedPages } from '../serve/composed-pages';
import { createLimitedLog } from '../serve/limited-log';
import { composeToday } from '../site/compose-today';
import { activeOrFirstReleases } from '../site/first-releases';
import { runCommand } from '../site/lifecycle';
import { prepareSite } from '../site/prepare-site';

const root = join(import.meta.dirname, '../../..');

runCommand(async (life) => {
  const site = await prepareSite(root, life, activeOrFirstReleases(root));
  const { dataDir, store, releases, data, open, reportReleases } = site;
  await composeToday(store, { releases, data });
  const pageAt = composedPages(store, reportReleases);
  const log = createLimitedLog();
  const previewAt = previewPages({
    store,
    pageAt,
    compose: (request) => composeInProcess(dataDir, request),
    log: (line) => log('preview', line),
  });
  console.log(open(pageAt, previewAt));
});
