import type { Release } from '../store/release';
import type { Store } from '../store/store';
import { damageOf } from '../store/verify';
import { type Call, type Reply, requireRight } from './caller';
import { listLeftUploads, toAddress, uploadIdOf, uploadsIn } from './open-uploads';
import { ProblemError } from './problem-error';
import { receiveJson } from './receive';
import { requireFreeRoutes, requireSameContent } from './release-conflicts';
import { validateUpload } from './validate-upload';
import type { UploadAnswer, UploadRequest } from './wire';

/** Receives the description of a release, and answers with the contents that are missing. */
export const uploadBeginner =
  (store: Store) =>
  async (call: Call): Promise<Reply> => {
    const { grant, limits } = call;
    requireRight(grant, 'publish', []);
    const upload = validateUpload(await receiveJson(call, limits.descriptionBytes), limits);
    const { release, provenance } = upload;
    requireRight(grant, 'publish', [release.name]);
    await requireFreeRoutes(store, grant, release);
    const known = await requireSameContent(store, release);
    const now = new Date();
    for (const key of await listLeftUploads(store.blobs, now, limits.uploadHours)) await store.blobs.remove(key);
    const id = uploadIdOf(grant.id, upload);
    await requireFewOpen(store, call, id);
    const at = now.toISOString();
    await uploadsIn(store.blobs).begin(id, {
      ...upload,
      // The time comes from the server's clock and the publisher from the grant, not from the request.
      release: { ...release, publishedAt: at },
      provenance: { ...provenance, who: grant.to },
      grant: grant.id,
      at,
    });
    const body: UploadAnswer = { upload: id, missing: await missingOf(store, id, { upload, known }) };
    return { status: 201, body };
  };

async function requireFewOpen({ blobs }: Store, { grant, limits }: Call, id: string) {
  const others = (await uploadsIn(blobs).listOf(grant.id)).filter((one) => one !== id);
  if (others.length < limits.openUploads) return;
  const detail = `${grant.to} has ${others.length} uploads that are not committed: commit them, or wait ${limits.uploadHours} hours.`;
  throw new ProblemError('too-many', detail, { retryAfter: 3600 });
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
