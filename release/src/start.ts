import { join } from 'node:path';
import { compose } from './compose/compose';
import { runCommand } from './lifecycle';
import { prepareSite } from './prepare-site';
import { composedPages } from './serve/composed-pages';

const root = join(import.meta.dirname, '../..');

runCommand(async (life) => {
  const { store, state, data, open } = await prepareSite(root, life);
  // Composed at every start: site.json, the backend's key or the day may have changed since.
  const pages = await compose(store, state, data);
  await store.writeState({ ...state, pages });
  console.log(open(composedPages(store)));
});
