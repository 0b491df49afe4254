import { INDEX_ELEMENT_ID, jsonForHtml, jsonTextOf } from '@site/contract/page-data';
import type { PreviewRefusal } from '@site/contract/release-index';
import { findOrNewLine, withActive } from '../changes/part-line';
import { incompatibilities } from '../compose/compatibility';
import { readReleases } from '../compose/composed-releases';
import { releaseIndex } from '../compose/release-index';
import { readTemplates } from '../compose/templates';
import { dryBlobs } from '../store/dry-blobs';
import type { ReleaseName } from '../store/keys';
import { type IndexEntry, NOT_FOUND, type ReleaseLine } from '../store/release';
import { openStore, type Store } from '../store/store';

export interface PreviewRequest {
  readonly chosen: readonly ReleaseName[];
  readonly path: string;
}

export type PreviewOutcome =
  | { readonly html: string; readonly status: 200 | 404 }
  | { readonly refusal: PreviewRefusal; readonly why: string };

/**
 * Composes one page as it would be if these releases were active, and stores nothing.
 * @throws ComposeError when their code fails
 */
export async function composePreview(
  store: Store,
  entry: IndexEntry,
  { chosen, path }: PreviewRequest,
): Promise<PreviewOutcome> {
  const dry = openStore(dryBlobs(store.blobs));
  const lines = { ...entry.releases };
  for (const { name, id } of chosen) {
    const line = findOrNewLine(entry, name);
    if (line.active !== id) lines[name] = { ...withActive(line, id), active: id } satisfies ReleaseLine;
  }
  const releases = await readReleases(dry, lines);
  const reasons = incompatibilities(releases.shell, releases.remotes);
  if (reasons.length > 0) return { refusal: 'incompatible', why: reasons.join('; ') };
  const index = {
    ...releaseIndex(entry.seq, lines, releases),
    preview: { requested: chosen.map(({ name, id }) => `${name}@${id}`).join(',') },
  };
  const isPage = releases.remotes.some(({ routes }) => routes.some((route) => route.path === path));
  const what = isPage ? path : NOT_FOUND;
  const { templates } = await readTemplates(dry, releases, { data: { ...entry.data, index }, wanted: [what] });
  return { html: withIndex(templates.get(what)?.text ?? '', index), status: isPage ? 200 : 404 };
}

/** The same page with another release index. */
export const withIndex = (html: string, index: object): string =>
  html.replace(jsonTextOf(INDEX_ELEMENT_ID), () => jsonForHtml(index));
