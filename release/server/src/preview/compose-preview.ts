import { randomBytes } from 'node:crypto';
import { FACTS_PREVIEW } from '@site/contract/addresses';
import { jsonForHtml, type SiteData } from '@site/contract/page-data';
import type { PreviewRefusal } from '@site/contract/release-index';
import { STORE } from '@site/contract/stored-files';
import { findPartOrNew, withActive } from '@site/release-core/changes/part-state';
import { incompatibilities } from '@site/release-core/compose/compatibility';
import { type IndexOf, ownerOf, readReleaseSet, releaseIndexes } from '@site/release-core/compose/release-set';
import { readTemplates } from '@site/release-core/compose/templates';
import { type Blobs, dryBlobs } from '@site/release-core/store/blobs';
import type { ReleaseName } from '@site/release-core/store/keys';
import { withIndex } from '@site/release-core/store/page-index';
import { type ActivePart, NOT_FOUND, type Revision } from '@site/release-core/store/revision';
import { openStore, type Store } from '@site/release-core/store/store';
import { LRUCache } from 'lru-cache';

export interface PreviewRequest {
  readonly chosen: readonly ReleaseName[];
  /** Name edited facts, as in the address. The revision has their data. */
  readonly facts?: string | undefined;
  readonly path: string;
}

export type PreviewOutcome =
  | { readonly html: string; readonly status: 200 | 404; readonly private?: true | undefined }
  | { readonly refusal: PreviewRefusal; readonly why: string };

/** Composes a page as if these releases were active, and stores nothing. @throws ComposeError when their code fails */
export async function composePreview(
  store: Store,
  revision: Revision,
  { chosen, facts, path }: PreviewRequest,
): Promise<PreviewOutcome> {
  const dry = openStore(dryBlobs(store.blobs));
  const parts = { ...revision.releases };
  for (const { name, id } of chosen) {
    const part = findPartOrNew(revision, name);
    if (part.active !== id) parts[name] = { ...withActive(part, id), active: id } satisfies ActivePart;
  }
  const releases = await readReleaseSet(dry, parts);
  const reasons = incompatibilities(releases.shell, releases.remotes);
  if (reasons.length > 0) return { refusal: 'incompatible', why: reasons.join('; ') };
  const preview = { requested: facts ?? chosen.map(({ name, id }) => `${name}@${id}`).join(',') };
  const indexesOfSite = releaseIndexes(revision.seq, parts, releases);
  const indexOf: IndexOf = (release) => ({ ...indexesOfSite(release), preview });
  const owner = ownerOf(releases, path);
  const isPage = owner !== releases.shell;
  const wantedPath = isPage ? path : NOT_FOUND;
  const { templates } = await readTemplates(dry, releases, { data: revision.data, indexOf, wanted: [wantedPath] });
  const html = withIndex(templates.get(wantedPath)?.text ?? '', jsonForHtml(indexOf(owner)));
  return { html, status: isPage ? 200 : 404, private: owner.private };
}

const KEPT_MS = 30 * 60_000;
const MAX_KEPT = 20;
const FOLDER = `${STORE.scratch}/previews/`;
/** Milliseconds since 1970 in eleven hexadecimal digits: names sort by time until 2527. Then 128 random bits. */
const NAME = /^([0-9a-f]{11})-[0-9a-f]{32}$/;

/**
 * Previews of edited facts, in the store, where every server of the site finds them. Whoever has the address sees the
 * page, so it cannot be guessed and ends soon.
 */
export function createFactsPreviews(blobs: Blobs, now: () => number = Date.now) {
  const read = new LRUCache<string, SiteData>({ max: MAX_KEPT });

  // Servers may have clocks that differ a little.
  const isKept = (name: string) => {
    const at = Number.parseInt(NAME.exec(name)?.[1] ?? '', 16);
    return Math.abs(now() - at) <= KEPT_MS;
  };

  async function makeRoom(): Promise<void> {
    const names = (await blobs.list(FOLDER)).sort();
    const latest = new Set(names.filter(isKept).slice(1 - MAX_KEPT));
    await Promise.all(names.filter((name) => !latest.has(name)).map((name) => blobs.remove(FOLDER + name)));
  }

  return {
    /** @returns the value of the address's parameter that requests the preview */
    keep: async (data: SiteData): Promise<string> => {
      await makeRoom();
      const name = `${now().toString(16).padStart(11, '0')}-${randomBytes(16).toString('hex')}`;
      await blobs.add(FOLDER + name, JSON.stringify(data));
      return FACTS_PREVIEW + name;
    },
    find: async (requested: string): Promise<SiteData | undefined> => {
      const name = requested.slice(FACTS_PREVIEW.length);
      // A name that cannot be one, or has ended, costs the store no call.
      if (!isKept(name)) return undefined;
      const cached = read.get(name);
      if (cached) return cached;
      const stored = await blobs.get(FOLDER + name);
      if (!stored) return undefined;
      const data: SiteData = JSON.parse(stored.toString());
      read.set(name, data);
      return data;
    },
  };
}
