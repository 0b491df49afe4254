import { mapConcurrently } from '@site/release-core/map-concurrently';
import type { ReadyRelease } from '@site/release-core/publish/add-release';
import { publicationKey, type ReleaseName } from '@site/release-core/store/keys';
import type { Provenance } from '@site/release-core/store/provenance';
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

/** @throws UserError when a file does not match its hash */
export async function downloadRelease({ origin, store }: Site, { name, id }: ReleaseName): Promise<ReadyRelease> {
  const release = await store.read(name, id);
  const client = await readAll(Object.keys(release.files), (file) => store.readClientFile(release, file));
  const node = await readAll(Object.keys(release.nodeFiles), (file) => store.readNodeFile(release, file));
  const { success, output } = v.safeParse(
    provenance,
    parseJson((await store.blobs.get(publicationKey(release))) ?? EMPTY),
  );
  const unknown: Provenance = { commit: release.commit, author: '', isDirty: null };
  return {
    release,
    client,
    node,
    provenance: { ...(success ? withoutUndefined(output) : unknown), promotedFrom: origin },
  };
}

const EMPTY = Buffer.alloc(0);

const withoutUndefined = ({ who, commits, ...rest }: v.InferOutput<typeof provenance>): Provenance => ({
  ...rest,
  ...(who !== undefined && { who }),
  ...(commits && { commits }),
});

async function readAll(files: readonly string[], read: (file: string) => Promise<Buffer>) {
  return new Map(await mapConcurrently(files, AT_ONCE, async (file) => [file, await read(file)] as const));
}
