import { join } from 'node:path';
import { changeIndex } from '../changes/change-index';
import { decideComposition } from '../changes/decide';
import { previewPages } from '../preview/preview-pages';
import { composeInProcess } from '../preview/preview-process';
import { composedPages } from '../serve/composed-pages';
import { createLimitedLog } from '../serve/limited-log';
import { runCommand } from '../site/lifecycle';
import { prepareSite } from '../site/prepare-site';

const root = join(import.meta.dirname, '../../..');

runCommand(async (life) => {
  const { dataDir, store, releases, data, open, reportReleases } = await prepareSite(root, life);
  // Composes again when site.json, the backend's key or the day has changed.
  await changeIndex(store, '', async (current) =>
    decideComposition(current, 'start', { releases: current?.releases ?? releases, data }),
  );
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
