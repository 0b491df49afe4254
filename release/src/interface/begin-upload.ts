import type { Release } from '../store/release';
import type { Store } from '../store/store';
import { damageOf } from '../store/verify';
import { type Call, type Reply, requireRight } from './caller';
import type { Limits } from './limits';
import { listLeftUploads, toAddress, uploadIdOf, uploadsIn } from './open-uploads';
import { createQueue } from './queue';
import { receiveJson } from './receive';
import { requireFreeRoutes, requireSameContent } from './release-conflicts';
import { validateUpload } from './validate-upload';
import type { UploadAnswer, UploadRequest } from './wire';

/** Receives the description of a release, and answers with the contents that are missing. */
export function uploadBeginner(store: Store, limits: Limits) {
  // One after the other, because each counts the open uploads before it adds one.
  const inTurn = createQueue(limits.beginningsAtOnce);
  return async (call: Call): Promise<Reply> => {
    const { grant } = call;
    requireRight(grant, 'publish', []);
    const upload = validateUpload(await receiveJson(call, limits.descriptionBytes), limits);
    const { release } = upload;
    requireRight(grant, 'publish', [release.name]);
    await requireFreeRoutes(store, grant, release);
    const known = await requireSameContent(store, release);
    const id = await inTurn(grant.id, () => begin(store, call, upload));
    const body: UploadAnswer = { upload: id, missing: await missingOf(store, id, { upload, known }) };
    return { status: 201, body };
  };
}

async function begin({ blobs }: Store, { grant, limits }: Call, upload: UploadRequest): Promise<string> {
  const { release, provenance } = upload;
  const now = new Date();
  for (const key of await listLeftUploads(blobs, now, limits.uploadHours)) await blobs.remove(key);
  const uploads = uploadsIn(blobs);
  const id = uploadIdOf(grant.id, upload);
  const others = (await uploads.listOf(grant.id)).filter((one) => one !== id);
  // The oldest are most likely abandoned.
  for (const old of others.slice(0, Math.max(0, others.length - limits.openUploads + 1))) await uploads.remove(old);
  const at = now.toISOString();
  await uploads.begin(id, {
    ...upload,
    // The time comes from the server's clock and the publisher from the grant, not from the request.
    release: { ...release, publishedAt: at },
    provenance: { ...provenance, who: grant.to },
    grant: grant.id,
    at,
  });
  return id;
}

interface Described {
  readonly upload: UploadRequest;
  readonly known: Release | null;
}

async function missingOf(store: Store, id: string, { upload, known }: Described) {
  const stored = known ? await intactHashes(store, known) : new Set<string>();
  const hashes = Object.keys(upload.sizes);
  const isHere = async (hash: string) => stored.has(hash) || (await uploadsIn(store.blobs).hasContent(id, hash));
  const here = await Promise.all(hashes.map(isHere));
  return hashes.filter((_, at) => !here[at]).map(toAddress);
}

async function intactHashes(store: Store, release: Release): Promise<Set<string>> {
  const damaged = new Set((await damageOf(store, release)).map(({ integrity }) => integrity));
  const all = [...Object.values(release.files), ...Object.values(release.nodeFiles)];
  return new Set(all.filter((hash) => !damaged.has(hash)));
}
