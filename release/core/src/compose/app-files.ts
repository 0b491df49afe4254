import { PRIVATE_MANIFEST_PATH, PRIVATE_WORKER_PATH, releaseBase } from '@site/contract/addresses';
import type { Site } from '@site/contract/host';
import * as v from 'valibot';
import { CLOSED_POLICY, WORKER_POLICY } from '../content-policy';
import type { Release } from '../store/release';
import type { Store } from '../store/store';
import { ComposeError } from './page-rules';

export interface AppFile {
  readonly path: string;
  readonly contentType: string;
  readonly contentSecurityPolicy: string;
  readonly content: Buffer;
}

/** Names among the client files of a private part. */
const MANIFEST = 'manifest.webmanifest';
const WORKER = 'sw.js';

const manifestText = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ name: v.string(), icons: v.array(v.looseObject({ src: v.string() })) }),
);

/**
 * The files that make a private part installable, at addresses that no release changes. A part without them has none.
 * @throws ComposeError
 */
export async function appFiles(store: Store, part: Release, site: Site): Promise<readonly AppFile[]> {
  const has = (file: string) => Object.hasOwn(part.files, file);
  const files: AppFile[] = [];
  if (has(MANIFEST)) {
    const text = (await store.readClientFile(part, MANIFEST)).toString();
    const contentType = 'application/manifest+json';
    const content = Buffer.from(manifestFor(part, site, text));
    files.push({ path: PRIVATE_MANIFEST_PATH, contentType, contentSecurityPolicy: CLOSED_POLICY, content });
  }
  if (has(WORKER)) {
    const contentType = 'text/javascript; charset=utf-8';
    const content = await store.readClientFile(part, WORKER);
    files.push({ path: PRIVATE_WORKER_PATH, contentType, contentSecurityPolicy: WORKER_POLICY, content });
  }
  return files;
}

/** Its release does not know the site's product, nor its own address. */
function manifestFor({ name, id }: Release, site: Site, text: string): string {
  const { success, output } = v.safeParse(manifestText, text);
  if (!success) throw new ComposeError({ path: PRIVATE_MANIFEST_PATH, of: `${name}@${id}` }, 'is no web manifest');
  const icons = output.icons.map((icon) => ({ ...icon, src: releaseBase(name, id) + icon.src }));
  return JSON.stringify({ ...output, name: output.name.replace('{product}', () => site.product), icons });
}
