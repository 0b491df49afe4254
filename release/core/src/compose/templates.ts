import type { SiteData } from '@site/contract/page-data';
import { settleAll } from '../concurrency';
import { sha256 } from '../integrity';
import { lazyFrom } from '../lazy';
import type { Store } from '../store/store';
import { type IndexOf, ownerOf, publicOf, type ReleaseSet } from './release-set';

const lazy = lazyFrom(import.meta.url);

/** Increase it when the composer renders the same releases differently. */
const FORMAT = 4;

interface Template {
  readonly key: string;
  readonly text: string;
}

interface Templates {
  /** HTML with an outdated release index, and the root files as JSON. */
  readonly templates: ReadonlyMap<string, Template>;
  readonly rendered: readonly string[];
}

export interface TemplateRequest {
  readonly data: SiteData;
  readonly indexOf: IndexOf;
  readonly wanted: readonly string[];
}

/** Renders a page again only when its input has changed. Stores nothing unless all pages are valid. */
export async function readTemplates(
  store: Store,
  releases: ReleaseSet,
  { data, indexOf, wanted }: TemplateRequest,
): Promise<Templates> {
  const { shell, remotes } = releases;
  // Where a fact comes from changes no page.
  const { edited: _, ...pageData } = data;
  const keyOf = (path: string) => {
    const owner = ownerOf(releases, path);
    const own = owner === shell ? '' : owner.id;
    const paths = publicOf(remotes)
      .flatMap(({ routes }) => routes.map(({ name, path }) => [name, path]))
      .sort();
    return sha256(JSON.stringify([FORMAT, shell.id, own, path, paths, pageData]));
  };
  const templates = new Map<string, Template>();
  const readTemplate = async (path: string) => {
    const key = keyOf(path);
    const text = await store.readRendered(key);
    if (text !== null) templates.set(path, { key, text });
  };
  await settleAll(wanted.map(readTemplate));
  const rendered = wanted.filter((path) => !templates.has(path));
  if (rendered.length === 0) return { templates, rendered };

  const { renderTemplates } = lazy<typeof import('./renderer')>('./renderer');
  const texts = await renderTemplates(store, releases, { data: pageData, indexOf, wanted: rendered });
  for (const path of rendered) {
    const template = { key: keyOf(path), text: texts.get(path) ?? '' };
    await store.addRendered(template.key, template.text);
    templates.set(path, template);
  }
  return { templates, rendered };
}
