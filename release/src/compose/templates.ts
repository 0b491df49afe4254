import type { ReleaseIndex } from '@site/shared-ui/host';
import { sha256 } from '../integrity';
import type { Store } from '../store/store';
import type { ComposedReleases } from './composed-releases';
import { checkPage } from './page-rules';
import { openRenderer, type Renderer } from './renderer';
import type { RootFile, SiteData } from './shell-build';

/** Raised when the composer renders something else from the same releases: what was rendered before is not used. */
const FORMAT = 4;

/** Key of the page for unknown paths, and the path that it is rendered for. */
export const NOT_FOUND = '404';
const ANY_UNKNOWN_PATH = '/404';

const ROOT_FILES = 'root files';

interface Template {
  readonly key: string;
  readonly text: string;
}

/**
 * What the active releases render, kept in the store: rendered anew only when something that it is made of has changed,
 * which is the shell, the page's own release, the site's paths and its data.
 */
export class Templates {
  /** What was not there yet. */
  readonly rendered: string[] = [];
  #renderer: Promise<Renderer> | undefined;

  constructor(
    private readonly store: Store,
    private readonly releases: ComposedReleases,
    private readonly index: ReleaseIndex,
    private readonly data: SiteData,
  ) {}

  /** A page's HTML; its release index is that of the day it was rendered. */
  page(path: string): Promise<Template> {
    return this.#known(path, async (renderer) => {
      const html = await renderer.page(path === NOT_FOUND ? ANY_UNKNOWN_PATH : path);
      checkPage(path, html);
      return html;
    });
  }

  /** What the shell wants at the site's root, and its key in the store. */
  async rootFiles(): Promise<{ readonly key: string; readonly files: readonly RootFile[] }> {
    const { key, text } = await this.#known(ROOT_FILES, async (renderer) => JSON.stringify(renderer.rootFiles()));
    return { key, files: JSON.parse(text) as RootFile[] };
  }

  async #known(what: string, render: (renderer: Renderer) => Promise<string>): Promise<Template> {
    const key = this.#keyOf(what);
    const known = await this.store.readRendered(key);
    if (known !== null) return { key, text: known };
    this.rendered.push(what);
    this.#renderer ??= openRenderer(this.store, this.releases, this.index, this.data);
    const text = await render(await this.#renderer);
    await this.store.addRendered(key, text);
    return { key, text };
  }

  #keyOf(what: string) {
    const { shell, remotes } = this.releases;
    const own = remotes.find(({ routes }) => routes.some(({ path }) => path === what))?.id ?? '';
    const paths = remotes.flatMap(({ routes }) => routes.map(({ name, path }) => [name, path])).sort();
    return sha256(JSON.stringify([FORMAT, shell.id, own, what, paths, this.data]));
  }
}
