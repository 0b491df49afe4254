import type { SiteData } from '@site/contract/page-data';
import { NOT_FOUND } from '../store/release';
import type { Store } from '../store/store';
import type { ComposedReleases } from './composed-releases';
import { ComposeError, checkPage } from './page-rules';
import { type IndexOf, ROOT_FILES } from './release-index';
import { type RenderedPart, renderPages } from './renderer';
import { parseRootFiles } from './root-files';

const ANY_UNKNOWN_PATH = '/404';

interface Rendering {
  readonly data: SiteData;
  readonly indexOf: IndexOf;
  readonly rendered: readonly string[];
}

/** Renders these paths in the sandbox. @throws ComposeError for a page that cannot be shown */
export async function renderTemplates(
  store: Store,
  releases: ComposedReleases,
  { data, indexOf, rendered }: Rendering,
): Promise<ReadonlyMap<string, string>> {
  const paths = rendered.map((what) => (what === NOT_FOUND ? ANY_UNKNOWN_PATH : what));
  const parts = await renderPages(store, releases, { data, indexOf, wanted: paths });
  const texts = new Map(parts.map((part) => [part.what, validText(part, releases)]));
  return new Map(rendered.map((what) => [what, texts.get(what === NOT_FOUND ? ANY_UNKNOWN_PATH : what) ?? '']));
}

function validText({ what, by, answer }: RenderedPart, { shell }: ComposedReleases): string {
  const page = { path: what, of: `${by.name}@${by.id}` };
  if ('failure' in answer) throw new ComposeError(page, `cannot be rendered: ${answer.failure}`);
  if (what !== ROOT_FILES) checkPage(page, answer.text);
  else parseRootFiles(answer.text, shell);
  return answer.text;
}
