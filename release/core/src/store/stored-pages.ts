import { compress, decompress, ENCODED, type Encoded, isCompressible } from '../compress';
import { sha256 } from '../integrity';
import { type Blobs, put, readRequired } from './blobs';
import { bodyKey, renderedKey } from './keys';

/** The first line of a template is the hash of the rest. */
const SEAL = /^([0-9a-f]{64})\n/;

export type IntactBody = Readonly<Partial<Record<'' | Encoded, Buffer>>>;

export function pagesIn(blobs: Blobs) {
  const readIntactBody = async (key: string): Promise<IntactBody> => {
    const parts = (['', ...ENCODED] as const).map(async (ending) => {
      const bytes = await blobs.get(bodyKey(key) + ending);
      const content = bytes && ending ? await decompress(ending, bytes) : bytes;
      return bytes && content && sha256(content) === key ? [[ending, bytes]] : [];
    });
    return Object.fromEntries((await Promise.all(parts)).flat());
  };

  return {
    readIntactBody,
    /** An intact template that was rendered earlier, or null. Its key is a hash of all that it is rendered from. */
    readRendered: async (key: string): Promise<string | null> => {
      const stored = (await blobs.get(renderedKey(key)))?.toString() ?? '';
      const [line, hash] = SEAL.exec(stored) ?? [];
      if (!line) return null;
      const text = stored.slice(line.length);
      return sha256(text) === hash ? text : null;
    },
    addRendered: (key: string, text: string) => put(blobs, renderedKey(key), `${sha256(text)}\n${text}`),

    /** Stores a body and its compressed forms, or repairs them. @param file its extension decides about compression */
    addBody: async (file: string, content: Buffer): Promise<string> => {
      const key = sha256(content);
      const intact = await readIntactBody(key);
      if (intact[''] && (!isCompressible(file) || ENCODED.every((ending) => intact[ending]))) return key;
      for (const [ending, bytes] of await compress(file, content)) {
        if (!intact[ending]) await put(blobs, bodyKey(key) + ending, bytes);
      }
      if (!intact['']) await put(blobs, bodyKey(key), content);
      return key;
    },
    readIdentity: async (key: string): Promise<Buffer | null> => {
      const content = await blobs.get(bodyKey(key));
      return content && sha256(content) === key ? content : null;
    },
    readBody: (key: string) => readRequired(blobs, bodyKey(key)),
  };
}
