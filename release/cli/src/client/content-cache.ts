import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf, sha256 } from '@site/release-core/integrity';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;

export interface ContentCache {
  /** Null when the content is missing or has changed on disk. */
  readonly read: (hash: string) => Promise<Buffer | null>;
  /** Ignores content that does not have this hash. */
  readonly add: (hash: string, content: Buffer) => Promise<void>;
}

/** Keyed by `sha384-…`, or SHA-256 in hex: the same for all sites and never outdated. */
export function openContentCache(root: string): ContentCache {
  const folder = join(root, 'node_modules/.cache/release-store');
  const fileOf = (hash: string) => join(folder, Buffer.from(hash).toString('base64url'));
  const isOf = (hash: string, content: Buffer) =>
    (hash.startsWith('sha384-') ? integrityOf(content) : sha256(content)) === hash;
  let ready: Promise<void> | undefined;
  return {
    read: async (hash) => {
      const content = await readFile(fileOf(hash)).catch(() => null);
      return content && isOf(hash, content) ? content : null;
    },
    add: async (hash, content) => {
      if (!isOf(hash, content)) return;
      ready ??= mkdir(folder, { recursive: true }).then(() => removeOld(folder));
      await ready;
      // The rename is atomic: another command may be reading the file.
      await writeFile(`${fileOf(hash)}.${process.pid}`, content);
      await rename(`${fileOf(hash)}.${process.pid}`, fileOf(hash));
    },
  };
}

async function removeOld(folder: string) {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const status = await stat(file).catch(() => null);
    if (status && Date.now() - status.mtimeMs > KEPT_DAYS * DAY_MS) await rm(file, { force: true });
  }
}
