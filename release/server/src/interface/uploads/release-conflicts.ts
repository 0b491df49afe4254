import type { Release } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import type { Grant } from '@site/release-core/wire/grants';
import { ownPaths } from '../own-paths';
import { ProblemError } from '../problem-error';
import { originalOf } from './validate-upload';

/** Keys that describe the build of a release, not its content. A comment in the sources changes only the maps. */
const CIRCUMSTANCES = new Set(['publishedAt', 'commit', 'branch', 'source', 'sources', 'maps', 'size', 'checksum']);

/** The first differing key. Ignores keys that one of both lacks, and compressed files, which depend on the machine. */
function describeDifference(published: Release, described: Release): string | null {
  const [stored, sent] = [contentOf(published), contentOf(described)];
  return (
    Object.keys(stored)
      .filter((key) => key in sent)
      .find((key) => sorted(stored[key]) !== sorted(sent[key])) ?? null
  );
}

function contentOf(release: Release): Readonly<Record<string, unknown>> {
  const kept = Object.entries(release).filter(([key]) => !CIRCUMSTANCES.has(key));
  const plain = Object.entries(release.files).filter(([file]) => originalOf(file) === null);
  return { ...Object.fromEntries(kept), files: Object.fromEntries(plain) };
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** @throws ProblemError when a page of the release belongs, or belonged, to a part that the grant does not cover */
export async function requireFreeRoutes(store: Store, grant: Grant, { name, routes }: Release): Promise<void> {
  const { entry } = await store.readState();
  const others = Object.entries(entry?.releases ?? {}).filter(
    ([owner]) => owner !== name && !grant.names.includes(owner),
  );
  for (const [owner, { active }] of others) {
    const taken = (await store.readIfIntact(owner, active))?.routes ?? [];
    const route = routes.find(({ name: page, path }) => taken.some((of) => of.name === page || of.path === path));
    if (!route) continue;
    throw new ProblemError(
      'forbidden',
      `The page ${route.path} (${route.name}) belongs to ${owner}: choose another path and name.`,
    );
  }
  const retired = routes.find(({ path }) => Object.hasOwn(entry?.redirects ?? {}, path));
  if (!retired || (await ownPaths(store, grant.names)).has(retired.path)) return;
  throw new ProblemError(
    'forbidden',
    `${retired.path} was a page of another part and leads elsewhere: choose another path.`,
  );
}

/** Returns the published release of the same id, or null. @throws ProblemError when its content differs */
export async function requireSameContent(store: Store, release: Release): Promise<Release | null> {
  const { name, id } = release;
  const published = await store.readIfIntact(name, id);
  const difference = published && describeDifference(published, release);
  if (!difference) return published;
  throw new ProblemError(
    'conflict',
    `${name}@${id} is published with other content (${difference}): raise the version in its package.json and build it again.`,
  );
}
