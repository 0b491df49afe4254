import { mapConcurrently } from '@site/release-core/concurrency';
import type { Files, ReadyRelease } from '@site/release-core/publish/add-release';
import { publicationKey, type ReleaseName } from '@site/release-core/store/keys';
import type { Provenance } from '@site/release-core/store/provenance';
import type { Release } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import * as v from 'valibot';
import type { Site } from './site';
import { parseJson } from './site-problem';

const AT_ONCE = 6;

const text = v.string();
const provenance = v.object({
  commit: text,
  author: text,
  isDirty: v.nullable(v.boolean()),
  who: v.optional(text),
  commits: v.optional(v.array(text)),
});

/**
 * Leaves out the source maps that are damaged, or that the grant may not read.
 * @throws UserError when a file does not match its hash
 */
export async function downloadRelease({ origin, store }: Site, { name, id }: ReleaseName): Promise<ReadyRelease> {
  const { maps: listed = {}, ...release } = await store.read(name, id);
  const client = await readAll(Object.keys(release.files), (file) => store.readClientFile(release, file));
  const node = await readAll(Object.keys(release.nodeFiles), (file) => store.readNodeFile(release, file));
  const maps = await readMaps(store, { ...release, maps: listed });
  const { success, output } = v.safeParse(
    provenance,
    parseJson((await store.blobs.get(publicationKey(release))) ?? EMPTY),
  );
  const unknown: Provenance = { commit: release.commit, author: '', isDirty: null };
  return {
    release: { ...release, ...(maps.size > 0 && { maps: pick(listed, maps) }) },
    client,
    node,
    maps,
    provenance: { ...(success ? withoutUndefined(output) : unknown), promotedFrom: origin },
  };
}

async function readMaps(store: Store, release: Release): Promise<Files> {
  const maps = await mapConcurrently(Object.keys(release.maps ?? {}), AT_ONCE, async (script) => {
    const map = await store.readMap(release, script);
    return map ? [[script, map] as const] : [];
  });
  return new Map(maps.flat());
}

const pick = (hashes: Readonly<Record<string, string>>, files: Files) =>
  Object.fromEntries(Object.entries(hashes).filter(([file]) => files.has(file)));

const EMPTY = Buffer.alloc(0);

const withoutUndefined = ({ who, commits, ...rest }: v.InferOutput<typeof provenance>): Provenance => ({
  ...rest,
  ...(who !== undefined && { who }),
  ...(commits && { commits }),
});

async function readAll(files: readonly string[], read: (file: string) => Promise<Buffer>) {
  return new Map(await mapConcurrently(files, AT_ONCE, async (file) => [file, await read(file)] as const));
}
