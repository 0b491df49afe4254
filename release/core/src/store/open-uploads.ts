import { STORE } from '@site/contract/stored-files';
import { HOUR_MS } from '@site/contract/today';
import { integrityOf, sha256 } from '../integrity';
import type { Blobs } from './blobs';
import type { ReleaseName } from './keys';
import type { UploadRequest } from './release';

/** Copies of the store leave out `scratch/`. */
const FOLDER = `${STORE.scratch}/uploads/`;
/** An upload that was not committed within these hours is removed. */
const UPLOAD_HOURS = 24;

export type OpenUpload = UploadRequest & { readonly grant: string; readonly at: string };

/** Encodes a hash for a URL: base64url, without the algorithm. */
export const encodeHash = (hash: string) => Buffer.from(hash.slice('sha384-'.length), 'base64').toString('base64url');
const decodeHash = (address: string) => `sha384-${Buffer.from(address, 'base64url').toString('base64')}`;

const UPLOAD = /^[0-9a-f]{32}$/;

export function uploadsIn(blobs: Blobs) {
  const descriptionKey = (id: string) => `${FOLDER}${id}/description`;
  const contentKey = (id: string, address: string) => `${FOLDER}${id}/${address}`;
  const read = async (id: string): Promise<OpenUpload | null> => {
    const stored = UPLOAD.test(id) ? await blobs.get(descriptionKey(id)) : null;
    return stored && (JSON.parse(stored.toString()) as OpenUpload);
  };
  return {
    read,
    /** Replaces an earlier description of the same release, and removes contents that only that one listed. */
    begin: async (id: string, upload: OpenUpload): Promise<void> => {
      await blobs.replace(descriptionKey(id), JSON.stringify(upload));
      const listed = new Set(['description', ...Object.keys(upload.sizes).map(encodeHash)]);
      const others = (await blobs.list(`${FOLDER}${id}/`)).filter((name) => !listed.has(name));
      for (const name of others) await blobs.remove(contentKey(id, name));
    },
    hasContent: (id: string, hash: string) => blobs.has(contentKey(id, encodeHash(hash))),
    readContent: async (id: string, hash: string): Promise<Buffer | null> => {
      const content = await blobs.get(contentKey(id, encodeHash(hash)));
      if (!content || integrityOf(content) === hash) return content;
      await blobs.remove(contentKey(id, encodeHash(hash)));
      return null;
    },
    addContent: (id: string, address: string, content: Buffer) => blobs.add(contentKey(id, address), content),
    remove: (id: string) => blobs.remove(`${FOLDER}${id}/`),
  };
}

export function hashAt(
  { sizes }: UploadRequest,
  address: string,
): { readonly hash: string; readonly bytes: number } | null {
  const hash = decodeHash(address);
  const bytes = Object.hasOwn(sizes, hash) ? sizes[hash] : undefined;
  return bytes === undefined || encodeHash(hash) !== address ? null : { hash, bytes };
}

/** A grant has one upload of a release, so that the releases' bytes limit the number of uploads. */
export const uploadIdOf = (grant: string, { name, id }: ReleaseName): string =>
  sha256(JSON.stringify([grant, name, id])).slice(0, 32);

export async function listAbandonedUploads(blobs: Blobs, now: Date): Promise<string[]> {
  const ids = await blobs.list(FOLDER);
  const isLeft = await Promise.all(
    ids.map(async (id) => {
      const upload = await uploadsIn(blobs).read(id);
      return !upload || now.getTime() - Date.parse(upload.at) > UPLOAD_HOURS * HOUR_MS;
    }),
  );
  return ids.filter((_, at) => isLeft[at]).map((id) => `${FOLDER}${id}/`);
}
