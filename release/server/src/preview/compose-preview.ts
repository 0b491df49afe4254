import { jsonForHtml } from '@site/contract/page-data';
import type { PreviewRefusal } from '@site/contract/release-index';
import { findOrNewLine, withActive } from '@site/release-core/changes/part-line';
import { incompatibilities } from '@site/release-core/compose/compatibility';
import { readReleases } from '@site/release-core/compose/composed-releases';
import { type IndexOf, ownerOf, releaseIndexes } from '@site/release-core/compose/release-index';
import { readTemplates } from '@site/release-core/compose/templates';
import { dryBlobs } from '@site/release-core/store/dry-blobs';
import type { ReleaseName } from '@site/release-core/store/keys';
import { withIndex } from '@site/release-core/store/page-index';
import { type IndexEntry, NOT_FOUND, type ReleaseLine } from '@site/release-core/store/release';
import { openStore, type Store } from '@site/release-core/store/store';

export interface PreviewRequest {
  readonly chosen: readonly ReleaseName[];
  /** Of edited facts, as in the address. The entry has their data. */
  readonly facts?: string | undefined;
  readonly path: string;
}

export type PreviewOutcome =
  | { readonly html: string; readonly status: 200 | 404; readonly private?: true | undefined }
  | { readonly refusal: PreviewRefusal; readonly why: string };

/** Composes a page as if these releases were active, and stores nothing. @throws ComposeError when their code fails */
export async function composePreview(
  store: Store,
  entry: IndexEntry,
  { chosen, facts, path }: PreviewRequest,
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
  const preview = { requested: facts ?? chosen.map(({ name, id }) => `${name}@${id}`).join(',') };
  const indexesOfSite = releaseIndexes(entry.seq, lines, releases);
  const indexOf: IndexOf = (release) => ({ ...indexesOfSite(release), preview });
  const owner = ownerOf(releases, path);
  const isPage = owner !== releases.shell;
  const what = isPage ? path : NOT_FOUND;
  const { templates } = await readTemplates(dry, releases, { data: entry.data, indexOf, wanted: [what] });
  const html = withIndex(templates.get(what)?.text ?? '', jsonForHtml(indexOf(owner)));
  return { html, status: isPage ? 200 : 404, private: owner.private };
}
