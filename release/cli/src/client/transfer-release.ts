import type { ChecksRequest } from '@site/release-core/checks/journeys';
import { mapConcurrently } from '@site/release-core/concurrency';
import { integrityOf } from '@site/release-core/integrity';
import type { Files, Publication, ReadyRelease } from '@site/release-core/store/add-release';
import { publicationKey, type ReleaseName } from '@site/release-core/store/keys';
import { encodeHash } from '@site/release-core/store/open-uploads';
import { type Provenance, provenance, type Release, type UploadRequest } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { commitAnswer, uploadAnswer } from '@site/release-core/wire/protocol';
import * as v from 'valibot';
import { parseAnswer } from './answers';
import type { SiteConnection } from './site';

const UPLOADS_AT_ONCE = 2;

/** Sends only the contents that the site lacks. After an interruption, another call continues. */
export async function uploadRelease(
  { origin, call }: SiteConnection,
  { release, provenance, client, node, maps = new Map() }: ReadyRelease,
): Promise<Publication> {
  const all = [client, node, maps].flatMap((files) => [...files.values()]);
  const contents = new Map(all.map((content) => [integrityOf(content), content]));
  const sizes = Object.fromEntries([...contents].map(([hash, { length }]) => [hash, length]));
  const body: UploadRequest = { release, provenance, sizes };
  const answer = await call({ method: 'POST', path: 'uploads', body, isRepeatable: true });
  const { upload: id, missing } = parseAnswer(uploadAnswer, answer, origin);
  const byAddress = new Map([...contents].map(([hash, content]) => [encodeHash(hash), content]));
  await mapConcurrently(missing, UPLOADS_AT_ONCE, async (address) => {
    const body = byAddress.get(address);
    await call({ method: 'PUT', path: `uploads/${id}/${address}`, ...(body && { body }), isRepeatable: true });
  });
  const end = await call({ method: 'POST', path: `uploads/${id}/commit`, isRepeatable: true });
  return { release, outcome: parseAnswer(commitAnswer, end, origin).outcome };
}

const DOWNLOADS_AT_ONCE = 6;

const stored = v.pipe(v.string(), v.parseJson(), v.object(provenance.entries));

/** Leaves out the source maps that are damaged, or that the grant may not read. */
export async function downloadRelease(
  { origin, store }: SiteConnection,
  { name, id }: ReleaseName,
): Promise<ReadyRelease> {
  const { maps: listed = {}, ...release } = await store.read(name, id);
  const client = await readAll(Object.keys(release.files), (file) => store.readClientFile(release, file));
  const node = await readAll(Object.keys(release.nodeFiles), (file) => store.readNodeFile(release, file));
  const maps = await readMaps(store, { ...release, maps: listed });
  const { success, output } = v.safeParse(stored, (await store.blobs.get(publicationKey(release)))?.toString());
  const unknown: Provenance = { commit: release.commit, author: '', isDirty: null };
  return {
    release: { ...release, ...(maps.size > 0 && { maps: pick(listed, maps) }) },
    client,
    node,
    maps,
    provenance: { ...(success ? output : unknown), promotedFrom: origin },
  };
}

async function readMaps(store: Store, release: Release): Promise<Files> {
  const maps = await mapConcurrently(Object.keys(release.maps ?? {}), DOWNLOADS_AT_ONCE, async (script) => {
    const map = await store.readMap(release, script);
    return map ? [[script, map] as const] : [];
  });
  return new Map(maps.flat());
}

const pick = (hashes: Readonly<Record<string, string>>, files: Files) =>
  Object.fromEntries(Object.entries(hashes).filter(([file]) => files.has(file)));

async function readAll(files: readonly string[], read: (file: string) => Promise<Buffer>) {
  return new Map(await mapConcurrently(files, DOWNLOADS_AT_ONCE, async (file) => [file, await read(file)] as const));
}

export async function sendChecks({ call }: SiteConnection, record: ChecksRequest): Promise<void> {
  if (record.pairs.length + (record.journeys ?? []).length > 0)
    await call({ method: 'POST', path: 'checks', body: record, isRepeatable: true });
}
