import { diskSpaceOf } from '@site/backend/disks';
import { JourneyError, readJourneys } from '@site/contract/journeys';
import { JOURNEYS_FILE } from '@site/release-core/checks/journeys';
import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { integrityOf } from '@site/release-core/integrity';
import { addRelease } from '@site/release-core/store/add-release';
import { damageOf, mapDamageOf } from '@site/release-core/store/damage';
import type { Grant } from '@site/release-core/store/grants';
import { clientKey, mapKey, nodeKey } from '@site/release-core/store/keys';
import {
  encodeHash,
  hashAt,
  listAbandonedUploads,
  type OpenUpload,
  uploadIdOf,
  uploadsIn,
} from '@site/release-core/store/open-uploads';
import type { Release, UploadRequest } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import type { CommitAnswer, UploadAnswer } from '@site/release-core/wire/protocol';
import type { Limits } from '../limits';
import { ProblemError } from '../problem-error';
import type { SiteAccess } from '../queries';
import { type Call, type Reply, receive, receiveJson } from '../request';
import { requireRight } from '../rights';
import { bytesOf, hashesOf, requireFreeRoutes, requireSameContent, validateUpload } from './validate-upload';

const MEGABYTE = 1024 * 1024;

export type RequireRoom = (bytes: number) => Promise<void>;

/** Checks that the disk keeps enough space when these bytes are stored. */
export const roomOf =
  ({ store, dataDir }: Pick<SiteAccess, 'store' | 'dataDir'>, { freeBytes }: Limits): RequireRoom =>
  async (bytes) => {
    if (store.blobs.isRemote || (await diskSpaceOf(dataDir)).freeBytes - bytes >= freeBytes) return;
    throw new ProblemError(
      'no-room',
      `The disk of the site keeps ${freeBytes / MEGABYTE} MB free: free some space on it ("npx pnpm release prune"), then try again.`,
    );
  };

export function uploadHandlers(store: Store, limits: Limits, requireRoom: RequireRoom) {
  const uploads = uploadsIn(store.blobs);
  const inSlot = createConcurrencyLimit(limits.contentsAtOnce);
  // Commits run one after the other, because each holds a whole release in memory.
  const inTurn = createConcurrencyLimit(1);

  /** Another grant's upload counts as missing. */
  async function requireUpload(id: string, grant: Grant): Promise<OpenUpload> {
    const upload = await uploads.read(id);
    if (upload?.grant === grant.id) return upload;
    throw new ProblemError('not-found', 'There is no such upload, or it was committed: describe the release again.');
  }

  return {
    /** Receives the description of a release, and answers with the contents that are missing. */
    begin: async (call: Call): Promise<Reply> => {
      const { grant } = call;
      requireRight(grant, 'publish', []);
      const upload = validateUpload(await receiveJson(call, limits.descriptionBytes), limits);
      const { release, provenance } = upload;
      requireRight(grant, 'publish', [release.name]);
      await requireFreeRoutes(store, grant, release);
      const published = await requireSameContent(store, release);
      if (!published) await requireRoom(bytesOf(upload));
      const now = new Date();
      for (const key of await listAbandonedUploads(store.blobs, now)) await store.blobs.remove(key);
      const id = uploadIdOf(grant.id, release);
      const missing = await missingOf(store, id, { upload, published });
      const at = now.toISOString();
      await uploads.begin(id, {
        ...upload,
        // The time comes from the server's clock and the publisher from the grant, not from the request.
        release: { ...release, publishedAt: at },
        provenance: { ...provenance, who: grant.to, grant: grant.id, at },
        grant: grant.id,
        at,
      });
      return { status: 201, body: { upload: id, missing: missing.map(encodeHash) } satisfies UploadAnswer };
    },

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
        await requireRoom(bytes.length);
        await uploads.addContent(id, address, bytes);
        return { status: 204 };
      });
    },

    commit: async ({ grant, words: [id = ''] }: Call): Promise<Reply> => {
      const upload = await requireUpload(id, grant);
      const body = await inTurn(async () => {
        await requireFreeRoutes(store, grant, upload.release);
        if (!(await requireSameContent(store, upload.release))) await requireRoom(bytesOf(upload));
        return commitUpload(store, id, upload);
      });
      return { status: 200, body, did: `publish ${body.release.name}@${body.release.id} (${body.outcome})` };
    },
  };
}

interface UploadState {
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
  requireJourneys(node.get(JOURNEYS_FILE));
  const { outcome } = await addRelease(store, { release, provenance, client, node, maps });
  await uploads.remove(id);
  return { release: { name: release.name, id: release.id }, outcome };
}

async function readStored({ blobs }: Store, key: string, hash: string): Promise<Buffer | null> {
  const content = await blobs.get(key);
  return content && integrityOf(content) === hash ? content : null;
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
