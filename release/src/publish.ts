import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RemoteRoute } from '@site/shared-ui/host';
import { compress } from './compress';
import type { ReleasablePackage } from './packages';
import { copyBuild, type Store } from './store/folder-store';
import type { Release } from './store/release';
import { UserError } from './user-error';

/** Left by the bundler beside the files. */
interface Build {
  readonly id: string;
  readonly entry: string;
  readonly container: string;
  readonly routes: readonly RemoteRoute[];
}

/** Read by the publisher, of no use to a browser. */
const NOT_SERVED = ['build.json'];

/**
 * Stores a finished build as an immutable release. The same content again is recognised and stored once.
 * @throws UserError when there is no build
 */
export async function publish(store: Store, { name, folder }: ReleasablePackage): Promise<Release> {
  const dist = join(folder, 'dist');
  const { id, ...description } = await readBuild(join(dist, 'client/build.json'), name);
  if (store.has(name, id)) return store.read(name, id);

  const prepared = await store.scratch();
  await copyBuild(dist, prepared);
  const client = join(prepared, 'client');
  for (const file of NOT_SERVED) await rm(join(client, file), { force: true });
  const release: Release = {
    name,
    id,
    ...description,
    files: await hashAndCompress(client),
    commit: await currentCommit(folder),
    publishedAt: new Date().toISOString(),
  };
  await store.add(release, prepared);
  return release;
}

async function readBuild(file: string, name: string): Promise<Build> {
  const source = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError(`${name} is not built: run "pnpm build ${name}" first.`, { cause });
  });
  return JSON.parse(source) as Build;
}

async function hashAndCompress(folder: string) {
  const hashes: Record<string, string> = {};
  for (const file of (await readdir(folder)).sort()) {
    const content = await readFile(join(folder, file));
    hashes[file] = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    for (const [ending, bytes] of await compress(file, content)) await writeFile(join(folder, file + ending), bytes);
  }
  return hashes;
}

/** Empty outside a git checkout. */
async function currentCommit(folder: string) {
  const answer = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: folder }).catch(() => null);
  return answer?.stdout.trim() ?? '';
}
