import { join } from 'node:path';
import { changeIndex } from '../changes/change-index';
import { decideComposition } from '../changes/decide';
import { runCommand } from '../site/lifecycle';
import { prepareSite } from '../site/prepare-site';
import { composedPages } from '../serve/composed-pages';

const root = join(import.meta.dirname, '../../..');

runCommand(async (life) => {
  const { store, releases, data, open, tellReleases } = await prepareSite(root, life);
  // Composed anew when site.json, the backend's key or the day has changed since.
  await changeIndex(store, '', async (current) =>
    decideComposition(current?.releases ?? releases, data, current, 'start'),
  );
  console.log(open(composedPages(store, tellReleases)));
});
