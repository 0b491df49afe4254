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

/** Increase it when the composer renders the same releases differently. */
const FORMAT = 4;

const ANY_UNKNOWN_PATH = '/404';

interface Template {
  readonly key: string;
  readonly text: string;
}

interface Templates {
  /** HTML with an outdated release index, and the root files as JSON. */
  readonly templates: ReadonlyMap<string, Template>;
  readonly rendered: readonly string[];
}

interface Wanted {
  readonly data: SiteData;
  readonly indexOf: IndexOf;
  readonly wanted: readonly string[];
}

/**
 * Renders a page again only when its input has changed: the shell, its own release, the site's paths or the site's
 * data. Stores nothing unless all are valid. @throws ComposeError
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
  const texts = new Map(parts.map((part) => [part.what, validText(part, releases)]));
  for (const what of rendered) {
    const template = { key: keyOf(what), text: texts.get(what === NOT_FOUND ? ANY_UNKNOWN_PATH : what) ?? '' };
    await store.addRendered(template.key, template.text);
    templates.set(what, template);
  }
  return { templates, rendered };
}

function validText({ what, by, answer }: RenderedPart, { shell }: ComposedReleases): string {
  const page = { path: what, of: `${by.name}@${by.id}` };
  if ('failure' in answer) throw new ComposeError(page, `cannot be rendered: ${answer.failure}`);
  if (what !== ROOT_FILES) checkPage(page, answer.text);
  else parseRootFiles(answer.text, shell);
  return answer.text;
}
