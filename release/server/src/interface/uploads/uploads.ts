import { isDeepStrictEqual } from 'node:util';
import { JourneyError, readJourneys } from '@site/contract/journeys';
import { JOURNEYS_FILE } from '@site/release-core/checks/journeys';
import { readOffers } from '@site/release-core/compose/renderer';
import { decompress } from '@site/release-core/compress';
import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { integrityOf } from '@site/release-core/integrity';
import { addRelease } from '@site/release-core/store/add-release';
import { damageOf, mapDamageOf } from '@site/release-core/store/damage';
import type { Grant } from '@site/release-core/store/grants';
import { clientKey, mapKey, nodeKey } from '@site/release-core/store/keys';
import type { UploadRequest } from '@site/release-core/store/open-uploads';
import {
  encodeHash,
  hashAt,
  listAbandonedUploads,
  type OpenUpload,
  uploadIdOf,
  uploadsIn,
} from '@site/release-core/store/open-uploads';
import type { Release } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { CommitAnswer, UploadAnswer } from '@site/release-core/wire/protocol';
import { createQueue, LIMITS, type Limits } from '../limits';
import { ProblemError } from '../problem-error';
import { type Call, type Reply, receive, receiveJson } from '../request';
import { requireRight } from '../rights';
import { countedBytes, type UploadQuota } from './upload-quota';
import { hashesOf, originalOf, requireFreeRoutes, requireSameContent, validateUpload } from './validate-upload';

export function uploadHandlers(store: Store, limits: Limits, room: UploadQuota) {
  const uploads = uploadsIn(store.blobs);
  const inSlot = createConcurrencyLimit(limits.contentsAtOnce);
  // Commits run one after the other, because each holds a whole release in memory.
  const inTurn = createQueue(limits.commitsAtOnce);

  /** Another grant's upload counts as missing. */
  async function requireUpload(id: string, grant: Grant): Promise<OpenUpload> {
    const upload = await uploads.read(id);
    if (upload?.grant === grant.id) return upload;
    throw new ProblemError('not-found', 'There is no such upload, or it was committed: describe the release again.');
  }

  return {
    put: async ({ request, grant, words: [id = '', address = ''] }: Call): Promise<Reply> => {
      const upload = await requireUpload(id, grant);
      const content = hashAt(upload, address);
      if (!content) throw new ProblemError('not-found', 'The upload has no such content: send those that it lacks.');
      return inSlot(async () => {
        const bytes = await receive(request, {
          type: 'application/octet-stream',
          maxBytes: content.bytes,
          seconds: limits.bodySeconds,
        });
        if (integrityOf(bytes) !== content.hash) {
          throw new ProblemError('wrong-content', 'These bytes have another hash: read the file and send it again.');
        }
        await room.requireFree(bytes.length);
        await uploads.addContent(id, address, bytes);
        return { status: 204 };
      });
    },

    commit: async ({ grant, words: [id = ''] }: Call): Promise<Reply> => {
      const upload = await requireUpload(id, grant);
      const body = await inTurn('all', async () => {
        await requireFreeRoutes(store, grant, upload.release);
        if (!(await requireSameContent(store, upload.release))) await room.requireStorable(upload);
        return commitUpload(store, id, upload);
      });
      return { status: 200, body, did: `publish ${body.release.name}@${body.release.id} (${body.outcome})` };
    },
  };
}

/** Receives the description of a release, and answers with the contents that are missing. */
export function uploadBeginner(store: Store, room: UploadQuota) {
  // Uploads are checked and begun in turn, so that requests at once cannot pass the limits together.
  const inTurn = createQueue(LIMITS.commitsAtOnce);
  return async (call: Call): Promise<Reply> => {
    const { grant, limits } = call;
    requireRight(grant, 'publish', []);
    const upload = validateUpload(await receiveJson(call, limits.descriptionBytes), limits);
    requireRight(grant, 'publish', [upload.release.name]);
    await requireFreeRoutes(store, grant, upload.release);
    const published = await requireSameContent(store, upload.release);
    const body = await inTurn(grant.id, () => begin(store, call, { room, upload, published }));
    return { status: 201, body };
  };
}

async function begin(store: Store, call: Call, described: UploadState): Promise<UploadAnswer> {
  const { grant, limits } = call;
  const { upload, published, room } = described;
  const now = new Date();
  for (const key of await listAbandonedUploads(store.blobs, now, limits.uploadHours)) await store.blobs.remove(key);
  const id = uploadIdOf(grant.id, upload.release);
  const missing = await missingOf(store, id, described);
  if (!published) await room.requireStorable(upload);
  const at = now.toISOString();
  await uploadsIn(store.blobs).begin(id, {
    ...upload,
    // The time comes from the server's clock and the publisher from the grant, not from the request.
    release: { ...upload.release, publishedAt: at },
    provenance: { ...upload.provenance, who: grant.to, grant: grant.id, at, bytes: countedBytes(upload) },
    grant: grant.id,
    at,
  });
  return { upload: id, missing: missing.map(encodeHash) };
}

interface UploadState {
  readonly room: UploadQuota;
  readonly upload: UploadRequest;
  readonly published: Release | null;
}

async function missingOf(store: Store, id: string, { upload, published }: UploadState): Promise<string[]> {
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

/** Creates the release of a complete upload. Its description is stored last and makes it visible. */
async function commitUpload(store: Store, id: string, { release, provenance }: OpenUpload): Promise<CommitAnswer> {
  const uploads = uploadsIn(store.blobs);
  const readAll = async (files: Readonly<Record<string, string>>, keyOf: (file: string) => string) => {
    const contents = new Map<string, Buffer>();
    for (const [file, hash] of Object.entries(files)) {
      const content = (await uploads.readContent(id, hash)) ?? (await readStored(store, keyOf(file), hash));
      if (content) contents.set(file, content);
    }
    return contents;
  };
  const client = await readAll(release.files, (file) => clientKey(release, file));
  const node = await readAll(release.nodeFiles, (file) => nodeKey(release, file));
  const maps = await readAll(release.maps ?? {}, (script) => mapKey(release, script));
  const missing = hashesOf(release).length - client.size - node.size - maps.size;
  if (missing > 0) {
    throw new ProblemError(
      'refused',
      `${missing} files are missing: describe the release again, then send what it lacks.`,
    );
  }
  await requireEncoded(client);
  requireJourneys(node.get(JOURNEYS_FILE));
  await requireOffers(release, node);
  const { outcome } = await addRelease(store, { release, provenance, client, node, maps });
  await uploads.remove(id);
  return { release: { name: release.name, id: release.id }, outcome };
}

async function readStored({ blobs }: Store, key: string, hash: string): Promise<Buffer | null> {
  const content = await blobs.get(key);
  return content && integrityOf(content) === hash ? content : null;
}

/** Compatibility depends on the listed offers, so they must match those of the shell's own code. */
async function requireOffers({ id, offers }: Release, node: ReadonlyMap<string, Buffer>) {
  if (!offers) return;
  const offered = await readOffers(node.get('render.js') ?? Buffer.alloc(0), id).catch((error: unknown) => {
    if (error instanceof UserError) throw new ProblemError('refused', `The release was refused: ${error.message}`);
    throw error;
  });
  if (isDeepStrictEqual(offered, offers)) return;
  throw new ProblemError(
    'refused',
    'The release was refused: its code offers other things than it lists. Build it again.',
  );
}

/** An activation of any part will run them. */
function requireJourneys(content?: Buffer) {
  try {
    if (content) readJourneys(content.toString());
  } catch (error) {
    if (error instanceof JourneyError) throw new ProblemError('refused', `The release was refused: ${error.message}`);
    throw error;
  }
}

/** Browsers receive the compressed files and the site restores originals from them, so both must match. */
async function requireEncoded(client: ReadonlyMap<string, Buffer>) {
  for (const [file, bytes] of client) {
    const content = client.get(originalOf(file) ?? '');
    if (!content) continue;
    const decoded = await decompress(file.endsWith('.br') ? '.br' : '.gz', bytes);
    if (decoded?.equals(content)) continue;
    throw new ProblemError(
      'wrong-content',
      `${file} is not the encoded form of the file that it is named after: build it again.`,
    );
  }
}
