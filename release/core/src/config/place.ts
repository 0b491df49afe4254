import { resolve } from 'node:path';
import { lazyFrom } from '../lazy';
import type { S3Location } from '../store/s3-location';

const lazy = lazyFrom(import.meta.url);

/** Where a site keeps what it has. */
export interface SitePlace {
  /** Absolute; holds the database, the mails and, without `objectStore`, the release store. */
  readonly dataDir: string;
  readonly objectStore: S3Location | null;
}

/** @throws UserError when STORE is invalid */
export function readPlace(env: NodeJS.ProcessEnv, root: string): SitePlace {
  const read = () => lazy<typeof import('../store/s3-location')>('../store/s3-location').readS3Location;
  return {
    dataDir: resolve(root, env.DATA_DIR || '.data'),
    objectStore: env.STORE ? read()({ name: 'STORE', text: env.STORE }, env) : null,
  };
}
