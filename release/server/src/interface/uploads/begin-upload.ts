import type { Release } from '@site/release-core/store/release';
import { damageOf, mapDamageOf } from '@site/release-core/store/release-damage';
import type { Store } from '@site/release-core/store/store';
import type { Grant } from '@site/release-core/wire/grants';
import { listLeftUploads, toAddress, uploadIdOf, uploadsIn } from '@site/release-core/wire/open-uploads';
import type { UploadAnswer, UploadRequest } from '@site/release-core/wire/wire';
import { type Call, type Reply, requireRight } from '../caller';
import { LIMITS, type Limits } from '../limits';
import { ProblemError } from '../problem-error';
import { createQueue } from '../queue';
import { receiveJson } from '../receive';
import { requireFreeRoutes, requireSameContent } from './release-conflicts';
import type { Activity } from './upload-activity';
import { countedBytes, type Room } from './upload-room';
import { hashesOf, validateUpload } from './validate-upload';

/** What the requests of an upload share. */
export interface UploadOptions {
  readonly activity: Activity;
  readonly room: Room;
}

/** Receives the description of a release, and answers with the contents that are missing. */
export function uploadBeginner(store: Store, options: UploadOptions) {
  // Checked and begun in turn, so that requests at once cannot pass the limits together.
  const inTurn = createQueue(LIMITS.commitsAtOnce);
  return async (call: Call): Promise<Reply> => {
    const { grant, limits } = call;
    requireRight(grant, 'publish', []);
    const upload = validateUpload(await receiveJson(call, limits.descriptionBytes), limits);
    requireRight(grant, 'publish', [upload.release.name]);
    await requireFreeRoutes(store, grant, upload.release);
    const published = await requireSameContent(store, upload.release);
    const body = await inTurn(grant.id, () => begin(store, call, { ...options, upload, published }));
    return { status: 201, body };
  };
}

async function begin(store: Store, call: Call, described: Described): Promise<UploadAnswer> {
  const { grant, limits } = call;
  const { upload, published, room, activity } = described;
  const now = new Date();
  for (const key of await listLeftUploads(store.blobs, now, limits.uploadHours)) await store.blobs.remove(key);
  const id = uploadIdOf(grant.id, upload);
  const missing = await missingOf(store, id, described);
  if (!published) await room.requireStorable(grant, upload);
  await makeWay(store, call, { id, activity });
  activity.touch(id);
  const at = now.toISOString();
  const isNew = await uploadsIn(store.blobs).begin(id, {
    ...upload,
    // The time comes from the server's clock and the publisher from the grant, not from the request.
    release: { ...upload.release, publishedAt: at },
    provenance: { ...upload.provenance, who: grant.to, grant: grant.id, at, bytes: countedBytes(upload) },
    grant: grant.id,
    at,
  });
  if (isNew) await requireStillFew(store, call, id);
  return { upload: id, missing: missing.map(toAddress) };
}

interface Begun {
  readonly id: string;
  readonly activity: Activity;
}

async function makeWay({ blobs }: Store, { grant, limits }: Call, { id, activity }: Begun) {
  const all = await uploadsIn(blobs).listOf(grant.id);
  const excess = all.length + 1 - limits.openUploads;
  if (excess <= 0 || all.some((one) => one.id === id)) return;
  const { chosen, wait } = activity.longestIdle(all, excess);
  if (wait > 0) throw tooManyOpen(grant, limits, Math.ceil(wait / 1000));
  for (const idle of chosen) await uploadsIn(blobs).remove(idle.id);
}

/** Another process that serves the same store may have begun one meanwhile. */
async function requireStillFew({ blobs }: Store, { grant, limits }: Call, id: string) {
  if ((await uploadsIn(blobs).listOf(grant.id)).length <= limits.openUploads) return;
  await uploadsIn(blobs).remove(id);
  throw tooManyOpen(grant, limits, 60);
}

function tooManyOpen({ to }: Grant, { openUploads, idleMinutes }: Limits, retryAfter: number) {
  const detail = `${to} has ${openUploads} uploads that are not committed: commit them, or wait until one had no request for ${idleMinutes} minutes.`;
  return new ProblemError('too-many', detail, { retryAfter });
}

interface Described extends UploadOptions {
  readonly upload: UploadRequest;
  readonly published: Release | null;
}

async function missingOf(store: Store, id: string, { upload, published }: Described): Promise<string[]> {
  const stored = published ? await intactHashes(store, published) : new Set<string>();
  const hashes = Object.keys(upload.sizes);
  const isHere = async (hash: string) => stored.has(hash) || (await uploadsIn(store.blobs).hasContent(id, hash));
  const here = await Promise.all(hashes.map(isHere));
  return hashes.filter((_, at) => !here[at]);
}

async function intactHashes(store: Store, release: Release): Promise<Set<string>> {
  const damage = [...(await damageOf(store, release)), ...(await mapDamageOf(store, release))];
  const damaged = new Set(damage.map(({ integrity }) => integrity));
  return new Set(hashesOf(release).filter((hash) => !damaged.has(hash)));
}
