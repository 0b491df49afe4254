import { join } from 'node:path';
import { changeIndex } from '../changes/change-index';
import { decideComposition } from '../changes/decide';
import { composedPages } from '../serve/composed-pages';
import { runCommand } from '../site/lifecycle';
import { prepareSite } from '../site/prepare-site';

const root = join(import.meta.dirname, '../../..');

runCommand(async (life) => {
  const { store, releases, data, open, reportReleases } = await prepareSite(root, life);
  // Composes again when site.json, the backend's key or the day has changed.
  await changeIndex(store, '', async (current) =>
    decideComposition(current, 'start', { releases: current?.releases ?? releases, data }),
  );
  console.log(open(composedPages(store, reportReleases)));
});
