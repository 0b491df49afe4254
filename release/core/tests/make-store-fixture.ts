// Writes a small store of this version's format: `npx pnpm --filter @site/release-core fixture`
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { STORE_FORMAT } from '@site/contract/stored-files';
import { addChecks } from '../src/checks/pairs';
import type { Blobs } from '../src/store/blobs';
import { grantsIn } from '../src/store/grants';
import { freshMemoryStore } from './support/memory-store';
import {
  activateWatched,
  addAll,
  openTinySite,
  rollBack,
  tinyPrivate,
  tinyRemote,
  tinyShell,
  withMap,
} from './support/tiny-site';

/** All values, by key, as base64. */
async function readAll(blobs: Blobs, prefix = ''): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of (await blobs.list(prefix)).sort()) {
    const value = await blobs.get(prefix + name);
    Object.assign(
      values,
      value ? { [prefix + name]: value.toString('base64') } : await readAll(blobs, `${prefix}${name}/`),
    );
  }
  return values;
}

async function makeStore(): Promise<Blobs> {
  const store = freshMemoryStore();
  await openTinySite(store, [tinyShell(), tinyRemote('landing'), withMap(tinyRemote('booking')), tinyPrivate()]);
  await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('booking', '1.0.0-c')]);
  await activateWatched(store, { name: 'booking', id: '1.0.0-b' });
  await rollBack(store, 'booking');
  const at = '2026-11-27T12:00:00.000Z';
  const pair = { shell: '1.0.0-s1', name: 'booking', id: '1.0.0-a', routes: ['/booking'] };
  await addChecks(store, [pair], { who: 'Ada', at, durationMs: 900 });
  const given = { to: 'équipe réservation', names: ['booking'], may: ['publish' as const], by: 'Ada', at };
  await grantsIn(store.blobs).add({ id: 'abcdefghijkl', token: 'a'.repeat(64), ...given });
  return store.blobs;
}

const file = join(import.meta.dirname, `fixtures/store-${STORE_FORMAT}.json.gz`);
const values = await readAll(await makeStore());
writeFileSync(file, gzipSync(JSON.stringify(values, null, 1), { level: 9 }));
console.log(`${file}: ${Object.keys(values).length} values`);
