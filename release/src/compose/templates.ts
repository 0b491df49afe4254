import type { SiteData } from '@site/contract/page-data';
import { sha256 } from '../integrity';
import { settleAll } from '../settle-all';
import { NOT_FOUND } from '../store/release';
import type { Store } from '../store/store';
import type { ComposedReleases } from './composed-releases';
import { ComposeError, checkPage } from './page-rules';
import { type IndexOf, ownerOf, publicOf } from './release-index';
import { type RenderedPart, ROOT_FILES, renderPages } from './renderer';
import { parseRootFiles } from './root-files';

/** Raised when the composer renders something else from the same releases, so that stored templates are not used. */
const FORMAT = 4;

const ANY_UNKNOWN_PATH = '/404';

interface Template {
  readonly key: string;
  readonly text: string;
}

interface Templates {
  /** The HTML of each page, with the release index of the day on which it was rendered, and the root files as JSON. */
  readonly templates: ReadonlyMap<string, Template>;
  /** What was not in the store and had to be rendered. */
  readonly rendered: readonly string[];
}

interface Wanted {
  readonly data: SiteData;
  readonly indexOf: IndexOf;
  /** Paths of pages, `NOT_FOUND` or `ROOT_FILES`. */
  readonly wanted: readonly string[];
}

/**
 * Reads templates from the store, and renders those that it lacks: a page is rendered again only when its input has
 * changed: the shell, its own release, the site's paths or the site's data. Stores nothing unless all are sound.
 * @throws ComposeError for the first that is not
 */
export async function readTemplates(
  store: Store,
  releases: ComposedReleases,
  { data, indexOf, wanted }: Wanted,
): Promise<Templates> {
  const { shell, remotes } = releases;
  const keyOf = (what: string) => {
    const owner = ownerOf(releases, what);
    const own = owner === shell ? '' : owner.id;
    const paths = publicOf(remotes)
      .flatMap(({ routes }) => routes.map(({ name, path }) => [name, path]))
      .sort();
    return sha256(JSON.stringify([FORMAT, shell.id, own, what, paths, data]));
  };
  const templates = new Map<string, Template>();
  const readTemplate = async (what: string) => {
    const key = keyOf(what);
    const text = await store.readRendered(key);
    if (text !== null) templates.set(what, { key, text });
  };
  await settleAll(wanted.map(readTemplate));
  const rendered = wanted.filter((what) => !templates.has(what));
  if (rendered.length === 0) return { templates, rendered };

  const paths = rendered.map((what) => (what === NOT_FOUND ? ANY_UNKNOWN_PATH : what));
  const parts = await renderPages(store, releases, { data, indexOf, wanted: paths });
  const texts = new Map(parts.map((part) => [part.what, soundText(part, releases)]));
  for (const what of rendered) {
    const template = { key: keyOf(what), text: texts.get(what === NOT_FOUND ? ANY_UNKNOWN_PATH : what) ?? '' };
    await store.addRendered(template.key, template.text);
    templates.set(what, template);
  }
  return { templates, rendered };
}

function soundText({ what, by, answer }: RenderedPart, { shell }: ComposedReleases): string {
  const page = { path: what, of: `${by.name}@${by.id}` };
  if ('failure' in answer) throw new ComposeError(page, `cannot be rendered: ${answer.failure}`);
  if (what !== ROOT_FILES) checkPage(page, answer.text);
  else parseRootFiles(answer.text, shell);
  return answer.text;
}
