import { watch } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseIndex } from '@site/shared-ui/host';
import { readSettings } from '../src/settings';
import { runRelease } from './run-release';

// How long visitors wait for a rollback, on a running site. SITE_ADDRESS and DATA_DIR name it; what is named has a
// release before the active one, and is active again in the end:
//   SITE_ADDRESS=http://localhost:4173 npx pnpm exec tsx release/tests/rollback-time.ts booking

const ROUNDS = 5;
const root = join(import.meta.dirname, '../..');
const address = process.env.SITE_ADDRESS ?? 'http://localhost:4173';
const { dataDir } = readSettings(process.env, root);
const name = process.argv[2] ?? 'booking';

const activeId = async () => {
  const html = await (await fetch(address)).text();
  const [, index = '{}'] = /id="release-index">([^<]*)</.exec(html) ?? [];
  return (JSON.parse(index) as ReleaseIndex).remotes[name]?.id;
};

/** Milliseconds from the start of the command, and from its first write, until a page of another release is served. */
async function measure(...words: string[]) {
  const left = await activeId();
  const started = performance.now();
  let written = 0;
  const watching = watch(join(dataDir, 'store/scratch'), () => {
    written ||= performance.now();
  });
  const command = runRelease(root, { DATA_DIR: dataDir }, ...words);
  let isOver = false;
  void command.then(() => {
    isOver = true;
  });
  while ((await activeId()) === left && !isOver);
  const served = performance.now();
  const { code, stderr } = await command;
  watching.close();
  if (code !== 0) throw new Error(stderr);
  return { left, whole: Math.round(served - started), swap: Math.round(served - written) };
}

for (let round = 1; round <= ROUNDS; round += 1) {
  const { left, whole, swap } = await measure('rollback', name, '--why', 'measured');
  await measure('activate', `${name}@${left}`, '--why', 'measured');
  console.log(`${whole} ms until the first page of before, ${swap} ms of that from the first write on`);
}
