import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { publishBuilt } from '@site/release/publish/built-release';
import { buildPackages, listPackages, type ReleasablePackage } from '@site/release/publish/packages';
import { findChanged, sourceHash } from '@site/release/publish/sources';
import { describeHold } from '@site/release-core/changes/holds';
import { folderBlobs } from '@site/release-core/store/folder-blobs';
import type { ActivePart, SiteEntry } from '@site/release-core/store/release';
import { openStore, type Store } from '@site/release-core/store/store';
import type { FindReleases } from '@site/server/site/prepare-site';
import { takeStep } from '@site/terminal/output';

/** The first start publishes. Later ones publish nothing, so that a rollback survives a restart. */
export const activeOrFirstReleases =
  (root: string): FindReleases =>
  async (store, signal) => {
    const packages = listPackages(root);
    const { entry } = await store.readState();
    if (entry) {
      for (const line of await compareWorkingCopy(store, entry, packages)) console.log(line);
      return { store, releases: entry.releases };
    }
    console.log(`Building ${packages.map(({ name }) => name).join(', ')}…`);
    await buildPackages(packages, { signal, takeStep });
    const published = await takeStep('store the releases', () =>
      Promise.all(packages.map((one) => publishBuilt(store, one))),
    );
    const parts = published.map(({ release: { name, id } }) => [name, { active: id, previous: [], revoked: [] }]);
    return { store, releases: Object.fromEntries(parts) };
  };

type ActiveParts = Pick<SiteEntry, 'releases' | 'deactivated' | 'holds'>;

const TO_SEE = 'To see it: "npx pnpm release publish --changed", then the activation that it prints.';

export async function compareWorkingCopy(
  store: Store,
  active: ActiveParts,
  packages: readonly ReleasablePackage[],
): Promise<string[]> {
  const { changed, held, missing } = await findChanged(store, active, packages);
  const namesOf = (listed: readonly ReleasablePackage[]) => listed.map(({ name }) => name).join(', ');
  return [
    ...held.map(({ name, hold }) => `${describeHold(name, hold)} To lift it, activate its next release with --resume.`),
    ...(changed.length > 0 ? [`Changed since the active release was built: ${namesOf(changed)}. ${TO_SEE}`] : []),
    ...(missing.length > 0 ? [`Not published yet: ${namesOf(missing)}. ${TO_SEE}`] : []),
  ];
}

/** Without active releases, builds the working copy into a cache: unchecked builds stay out of the store. */
export const releasesBesideHot =
  (root: string, packages: readonly ReleasablePackage[]): FindReleases =>
  async (site, signal) => {
    const entry = await site.readEntry();
    if (entry) {
      for (const line of await compareWorkingCopy(site, entry, packages)) console.log(line);
      const active = Object.entries(entry.releases).filter(([name]) => packages.some((one) => one.name === name));
      printOthers('From the active releases', active);
      return { store: site, releases: Object.fromEntries(active) };
    }
    const store = await openBuilds(root);
    const ids = await buildMissing(store, packages, signal);
    const parts = [...ids].map(([name, id]): [string, ActivePart] => [name, { active: id, previous: [], revoked: [] }]);
    printOthers('From builds of the working copy', parts);
    return { store, releases: Object.fromEntries(parts) };
  };

function printOthers(from: string, parts: readonly [string, ActivePart][]) {
  if (parts.length > 0) console.log(`${from}: ${parts.map(([name, { active }]) => `${name}@${active}`).join(', ')}.`);
}

async function buildMissing(store: Store, packages: readonly ReleasablePackage[], signal: AbortSignal) {
  const buildIds = await Promise.all(packages.map((one) => findBuild(store, one)));
  const missing = packages.filter((_, at) => !buildIds[at]);
  if (missing.length > 0) console.log(`Building ${missing.map(({ name }) => name).join(', ')}, once…`);
  await buildPackages(missing, { signal, takeStep });
  const built = await Promise.all(missing.map((one) => replaceBuild(store, one)));
  const kept = packages.flatMap(({ name }, at): [string, string][] => (buildIds[at] ? [[name, buildIds[at]]] : []));
  return new Map([...kept, ...built]);
}

async function findBuild(store: Store, releasable: ReleasablePackage): Promise<string | null> {
  for (const id of await store.listIds(releasable.name)) {
    const { source, sources } = await store.read(releasable.name, id);
    if (source === (await sourceHash(releasable, sources))) return id;
  }
  return null;
}

async function replaceBuild(store: Store, releasable: ReleasablePackage): Promise<[string, string]> {
  for (const id of await store.listIds(releasable.name)) await store.removeRelease({ name: releasable.name, id });
  return [releasable.name, (await publishBuilt(store, releasable)).release.id];
}

/** Builds by other tools or third-party packages are removed. */
async function openBuilds(root: string): Promise<Store> {
  const builds = join(root, 'node_modules/.cache/dev-builds');
  const current = await hashTools(root);
  const others = (await readdir(builds).catch(() => [])).filter((name) => name !== current);
  await Promise.all(others.map((name) => rm(join(builds, name), { recursive: true, force: true })));
  return openStore(folderBlobs(join(builds, current)));
}

async function hashTools(root: string): Promise<string> {
  const folder = 'release/build/src';
  const files = await readdir(join(root, folder), { recursive: true });
  const build = files.filter((name) => /(?<!\.test)\.(ts|c?js)$/.test(name)).sort();
  const hash = createHash('sha256').update(process.version);
  for (const file of ['pnpm-lock.yaml', ...build.map((name) => `${folder}/${name}`)]) {
    hash.update(file).update(await readFile(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}
