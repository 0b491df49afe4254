import { isDeepStrictEqual } from 'node:util';
import { RELEASE_FILE } from '@site/contract/addresses';
import { BUILD_FILE } from '@site/contract/build';
import { BuildError, readHotBuild } from '@site/contract/read-build';
import { TYPES_FILE } from '@site/release-core/checks/types';
import { ENCODED } from '@site/release-core/compress';
import { requireTitled } from '@site/release-core/store/add-release';
import type { Grant } from '@site/release-core/store/grants';
import { pathsOfParts } from '@site/release-core/store/history';
import { type Release, type UploadRequest, uploadRequest } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { Limits } from '../limits';
import { ProblemError, readShape } from '../problem-error';

const RESERVED_FILES = [RELEASE_FILE, BUILD_FILE];

/** The name of the original of a compressed file; null for any other file. */
const originalOf = (file: string): string | null =>
  ENCODED.some((ending) => file.endsWith(ending)) ? file.slice(0, -3) : null;

export function validateUpload(body: unknown, limits: Limits): UploadRequest {
  const upload = readShape<UploadRequest>(uploadRequest, body);
  const { release, provenance } = upload;
  requireBuild(release);
  requireFiles(release, limits);
  requireSizes(upload, limits);
  requireKind(release);
  if (provenance.commit !== release.commit) throw refused('the commit of its provenance is another one');
  return upload;
}

function requireBuild(release: Release) {
  try {
    readHotBuild(JSON.stringify(release.name === 'shell' ? { ...release, container: 'shell' } : release));
    requireTitled(release);
  } catch (error) {
    if (error instanceof BuildError || error instanceof UserError) throw refused(error.message);
    throw error;
  }
}

function requireFiles(release: Release, limits: Limits) {
  const { files, nodeFiles, maps = {}, entry, routes, pageFiles } = release;
  const names = Object.keys(files);
  if (hashesOf(release).length > limits.filesPerRelease) {
    throw new ProblemError('too-large', `A release has ${limits.filesPerRelease} files at most.`);
  }
  const reserved = names.find((file) => RESERVED_FILES.includes(originalOf(file) ?? file));
  if (reserved) throw refused(`the site writes ${reserved} itself`);
  const orphan = names.find((file) => originalOf(file) !== null && !Object.hasOwn(files, originalOf(file) ?? ''));
  if (orphan) throw refused(`${orphan} is the encoded form of no file`);
  const scripts = [entry, ...Object.values(pageFiles).flat()];
  const missing = [...scripts, ...Object.keys(maps)].find((file) => !Object.hasOwn(files, file));
  if (missing) throw refused(`it names the file ${missing} and does not have it`);
  const needed = [...routes.map(({ module }) => `${module}.js`), TYPES_FILE];
  const lacking = needed.find((file) => !Object.hasOwn(nodeFiles, file));
  if (lacking) throw refused(`its node build does not have ${lacking}`);
}

export const hashesOf = ({ files, nodeFiles, maps = {} }: Release): readonly string[] =>
  [files, nodeFiles, maps].flatMap((all) => Object.values(all));

/** Bytes of all files. Files with the same content are stored separately. */
export const bytesOf = ({ release, sizes }: UploadRequest): number =>
  hashesOf(release).reduce((sum, hash) => sum + (sizes[hash] ?? 0), 0);

function requireSizes(upload: UploadRequest, limits: Limits) {
  const { maps = {} } = upload.release;
  const { sizes } = upload;
  const hashes = new Set(hashesOf(upload.release));
  const isListed = Object.keys(sizes).length === hashes.size && [...hashes].every((hash) => Object.hasOwn(sizes, hash));
  if (!isListed) throw refused('its sizes are not those of its contents');
  const large = Object.values(sizes).find((bytes) => bytes > limits.contentBytes);
  if (large !== undefined) throw new ProblemError('too-large', `A file has ${limits.contentBytes} bytes at most.`);
  if (Object.values(maps).some((hash) => (sizes[hash] ?? 0) > limits.mapBytes)) {
    throw new ProblemError('too-large', `A source map has ${limits.mapBytes} bytes at most.`);
  }
  if (bytesOf(upload) > limits.releaseBytes) {
    throw new ProblemError('too-large', `A release has ${limits.releaseBytes} bytes at most.`);
  }
}

function requireKind({ name, id, version, container, routes, offers, nodeFiles }: Release) {
  if (version !== id.slice(0, id.lastIndexOf('-'))) throw refused('its version is not that of its id');
  if (name === 'shell') {
    if (container || routes.length > 0) throw refused('a shell has neither a container nor routes');
    if (!offers) throw refused('a shell lists what it offers');
    if (!Object.hasOwn(nodeFiles, 'render.js')) throw refused('the node build of a shell has render.js');
    return;
  }
  // Containers are globals of the page: another part's name would replace that part.
  if (!container.startsWith(`${name}_`)) throw refused(`its container must begin with ${name}_`);
  if (offers) throw refused('only a shell offers something');
}

const refused = (why: string) => new ProblemError('refused', `The release was refused: ${why}. Build it again.`);

export async function requireFreeRoutes(store: Store, grant: Grant, { name, routes }: Release): Promise<void> {
  const { revision } = await store.readState();
  const others = Object.entries(revision?.releases ?? {}).filter(
    ([owner]) => owner !== name && !grant.names.includes(owner),
  );
  for (const [owner, { active }] of others) {
    const takenRoutes = (await store.readIfIntact(owner, active))?.routes ?? [];
    const route = routes.find(({ name: page, path }) =>
      takenRoutes.some((other) => other.name === page || other.path === path),
    );
    if (!route) continue;
    throw new ProblemError(
      'forbidden',
      `The page ${route.path} (${route.name}) belongs to ${owner}: choose another path and name.`,
    );
  }
  const retired = routes.find(({ path }) => Object.hasOwn(revision?.redirects ?? {}, path));
  if (!retired || (await pathsOfParts(store, grant.names)).has(retired.path)) return;
  throw new ProblemError(
    'forbidden',
    `${retired.path} was a page of another part and leads elsewhere: choose another path.`,
  );
}

/** Returns the published release of the same id, or null. @throws ProblemError when its files differ */
export async function requireSameContent(store: Store, release: Release): Promise<Release | null> {
  const { name, id } = release;
  const published = await store.readIfIntact(name, id);
  if (!published || isDeepStrictEqual(plainFiles(published), plainFiles(release))) return published;
  throw new ProblemError(
    'conflict',
    `${name}@${id} is published with other files: raise the version in its package.json and build it again.`,
  );
}

/** Compressed files depend on the machine. */
const plainFiles = ({ files }: Release) =>
  Object.fromEntries(Object.entries(files).filter(([file]) => originalOf(file) === null));
