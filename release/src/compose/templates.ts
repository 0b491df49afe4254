import type { PageData } from '@site/contract/page-data';
import type { RootFile } from '@site/contract/shell-build';
import { sha256 } from '../integrity';
import { NOT_FOUND } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import type { ComposedReleases } from './composed-releases';
import { ComposeError, checkPage } from './page-rules';
import { openRenderer, type Renderer } from './renderer';

/** Raised when the composer renders something else from the same releases, so that stored templates are not used. */
const FORMAT = 4;

const ANY_UNKNOWN_PATH = '/404';

const ROOT_FILES = 'root files';

interface Template {
  readonly key: string;
  readonly text: string;
}

interface Templates {
  /** A page's HTML. Its release index is that of the day on which it was rendered. */
  readonly page: (path: string) => Promise<Template>;
  /** The shell's files at the site's root, and their key in the store. */
  readonly rootFiles: () => Promise<{ readonly key: string; readonly files: readonly RootFile[] }>;
  /** What was not in the store and had to be rendered. */
  readonly rendered: readonly string[];
}

/**
 * Renders pages and keeps them in the store. A page is rendered again only when its input has changed: the shell, its
 * own release, the site's paths or the site's data.
 */
export function openTemplates(store: Store, releases: ComposedReleases, { index, ...data }: PageData): Templates {
  const { shell, remotes } = releases;
  const rendered: string[] = [];
  let renderer: Promise<Renderer> | undefined;

  const keyOf = (what: string) => {
    const own = remotes.find(({ routes }) => routes.some(({ path }) => path === what))?.id ?? '';
    const paths = remotes.flatMap(({ routes }) => routes.map(({ name, path }) => [name, path])).sort();
    return sha256(JSON.stringify([FORMAT, shell.id, own, what, paths, data]));
  };

  async function readOrRender(what: string, render: (renderer: Renderer) => Promise<string>): Promise<Template> {
    const key = keyOf(what);
    const stored = await store.readRendered(key);
    if (stored !== null) return { key, text: stored };
    rendered.push(what);
    renderer ??= openRenderer(store, releases, { ...data, index });
    const text = await render(await renderer);
    await store.addRendered(key, text);
    return { key, text };
  }

  return {
    rendered,
    page: (path) =>
      readOrRender(path, async ({ page }) => {
        const html = await page(path === NOT_FOUND ? ANY_UNKNOWN_PATH : path).catch((cause: unknown) => {
          if (cause instanceof UserError) throw cause;
          throw new ComposeError(path, `cannot be rendered: ${cause}`, { cause });
        });
        checkPage(path, html);
        return html;
      }),
    rootFiles: async () => {
      const { key, text } = await readOrRender(ROOT_FILES, async ({ rootFiles }) => JSON.stringify(rootFiles()));
      return { key, files: JSON.parse(text) as RootFile[] };
    },
  };
}
