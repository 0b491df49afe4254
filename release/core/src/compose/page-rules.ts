import {
  FACTS_PATH,
  INDEX_PATH,
  PRIVATE_MANIFEST_PATH,
  PRIVATE_WORKER_PATH,
  releaseBase,
} from '@site/contract/addresses';
import type { Site } from '@site/contract/host';
import { INDEX_ELEMENT_ID, jsonTextOf } from '@site/contract/page-data';
import type { RootFile } from '@site/contract/shell-build';
import * as v from 'valibot';
import { CLOSED_POLICY, inlineScripts, inlineStyles, WORKER_POLICY } from '../content-policy';
import type { Release } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

interface PageOf {
  readonly path: string;
  readonly owner: string;
}

export class ComposeError extends UserError {
  override readonly name = 'ComposeError';

  /** @param fault completes the sentence "/path of name@id …" */
  constructor({ path, owner }: PageOf, fault: string) {
    super(`${path} of ${owner} ${fault}.`);
  }
}

/** Emotion writes four. Each adds a hash to the header with the page's policy. */
const MAX_STYLES = 40;

/** The first two would leave the page blank. The policy of the page blocks the third. */
const FORBIDDEN: readonly [RegExp, string][] = [
  [/<!--\$\?-->/, 'a pending Suspense boundary'],
  [/<!--\$!-->/, 'a Suspense boundary that failed to render'],
  [/\sstyle="/, 'a style attribute, which the Content-Security-Policy refuses'],
];

export function checkPage(page: PageOf, html: string) {
  const refuse = (fault: string): never => {
    throw new ComposeError(page, `holds ${fault}`);
  };
  if (tagsOf(html, '<div hidden').some((tag) => tag.includes(' id="S:')))
    refuse('a streamed segment that only a script reveals');
  for (const [pattern, content] of FORBIDDEN) {
    if (pattern.test(html)) refuse(content);
  }
  const scripts = inlineScripts(html).length;
  if (scripts !== 1) refuse(`${scripts} inline scripts: only the shell's bootstrap is allowed`);
  const styles = inlineStyles(html).length;
  if (styles > MAX_STYLES) refuse(`${styles} style elements, and at most ${MAX_STYLES} are allowed`);
  const indexes = [...html.matchAll(new RegExp(jsonTextOf(INDEX_ELEMENT_ID), 'g'))].length;
  if (indexes !== 1) refuse(`${indexes} release indexes: the shell writes one`);
}

function tagsOf(html: string, start: string): readonly string[] {
  const tags: string[] = [];
  for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at)) {
    const end = html.indexOf('>', at);
    if (end < 0) break;
    tags.push(html.slice(at, end));
    at = end;
  }
  return tags;
}

const TAKEN = [FACTS_PATH, INDEX_PATH, '/robots.txt', '/sitemap.xml'];

const rootFile = {
  // The path of a route has no dot.
  path: v.pipe(
    v.string(),
    v.regex(/^\/[\w-]+(?:\.[\w-]+)+$/),
    v.check((path) => !TAKEN.includes(path)),
  ),
  contentType: v.pipe(v.string(), v.regex(/^[\w.+-]+\/[\w.+-]+(?:; charset=utf-8)?$/)),
};

const rootFilesOf = (shell: Release) =>
  v.pipe(
    v.string(),
    v.parseJson(),
    v.pipe(
      v.array(
        v.union([
          v.strictObject({
            ...rootFile,
            file: v.pipe(
              v.string(),
              v.check((file) => Object.hasOwn(shell.files, file)),
            ),
          }),
          v.strictObject({ ...rootFile, text: v.string() }),
        ]),
      ),
      v.maxLength(20),
      v.check((files) => new Set(files.map(({ path }) => path)).size === files.length),
    ),
  );

/** Root files have new paths, and contents from the shell's own release. @throws ComposeError */
export function parseRootFiles(text: string, shell: Release): readonly RootFile[] {
  const { success, output, issues } = v.safeParse(rootFilesOf(shell), text);
  if (success) return output;
  const [issue] = issues;
  const key = v.getDotPath(issue);
  throw new ComposeError(
    { path: 'the root files', owner: `shell@${shell.id}` },
    `cannot be used: ${key ? `their key "${key}"` : 'their list'} is refused`,
  );
}

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

/** The files that make a private part installable, at addresses that no release changes. */
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

/** Adds the site's product and the addresses of the icons, which a build does not know. */
function manifestFor({ name, id }: Release, site: Site, text: string): string {
  const { success, output } = v.safeParse(manifestText, text);
  if (!success) throw new ComposeError({ path: PRIVATE_MANIFEST_PATH, owner: `${name}@${id}` }, 'is no web manifest');
  const icons = output.icons.map((icon) => ({ ...icon, src: releaseBase(name, id) + icon.src }));
  return JSON.stringify({ ...output, name: output.name.replace('{product}', () => site.product), icons });
}
