import { isDeepStrictEqual, promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { readOffers } from '@site/release-core/compose/offers';
import { integrityOf } from '@site/release-core/integrity';
import { addRelease } from '@site/release-core/publish/add-release';
import { clientKey, mapKey, nodeKey } from '@site/release-core/store/keys';
import type { Release } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { type OpenUpload, uploadsIn } from '@site/release-core/wire/open-uploads';
import type { CommitAnswer } from '@site/release-core/wire/wire';
import { ProblemError } from '../problem-error';
import { hashesOf, originalOf } from './validate-upload';

const decoders = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) };

/** Creates the release of a complete upload. Its description is stored last and makes it visible. */
export async function commitUpload(
  store: Store,
  id: string,
  { release, provenance }: OpenUpload,
): Promise<CommitAnswer> {
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

/** Browsers receive the compressed files and the site restores originals from them, so both must match. */
async function requireEncoded(client: ReadonlyMap<string, Buffer>) {
  for (const [file, bytes] of client) {
    const content = client.get(originalOf(file) ?? '');
    if (!content) continue;
    const decode = decoders[file.endsWith('.br') ? '.br' : '.gz'];
    // Without a limit, a few bytes could decode to more than the memory holds.
    const decoded = await decode(bytes, { maxOutputLength: Math.max(1, content.length) }).catch(() => null);
    if (decoded?.equals(content)) continue;
    throw new ProblemError(
      'wrong-content',
      `${file} is not the encoded form of the file that it is named after: build it again.`,
    );
  }
}
