import type { Site } from '@site/contract/host';
import { type FactValue, INDEX_ELEMENT_ID, jsonTextOf, SITE_ELEMENT_ID } from '@site/contract/page-data';
import { editFactsOf } from '@site/release-core/changes/compose-again';
import { requireState } from '@site/release-core/changes/decide';
import { compose } from '@site/release-core/compose/compose';
import { decompress } from '@site/release-core/compress';
import { EDITABLE, factAt } from '@site/release-core/config/edited-facts';
import { readConfigFile } from '@site/release-core/config/site-config';
import { dryBlobs } from '@site/release-core/store/blobs';
import type { ComposedPages } from '@site/release-core/store/release';
import { openStore, type Store } from '@site/release-core/store/store';
import { readSettings, readSiteData, type VisitorMails, visitorMailsOf } from '../site-settings';
import type { Machine } from './execute';

interface ListedFact {
  readonly key: string;
  readonly value: FactValue;
  /** The value in `site.json`, as it is now. */
  readonly file: FactValue;
  readonly isEdited: boolean;
}

interface Facts {
  readonly seq: number;
  readonly facts: readonly ListedFact[];
  readonly visitorMailsLack: VisitorMails['lacks'];
}

/** What the owner's space edits. A guarantee names its plans in `site.json`, and without them has no deadline. */
export async function readFacts({ root, store }: Omit<Machine, 'dataDir'>): Promise<Facts> {
  const { seq, data } = requireState((await store.readState()).entry);
  const { site, edited = {} } = data;
  const file = await readConfigFile(readSettings(process.env, root).siteConfig);
  const keys = [...EDITABLE.keys()].filter((key) => !key.startsWith('guarantee.') || site.guarantee);
  const facts = keys.map((key) => ({
    key,
    value: valueIn(site, key),
    file: valueIn(file as Partial<Site>, key),
    isEdited: Object.hasOwn(edited, key),
  }));
  return { seq, facts, visitorMailsLack: visitorMailsOf(site, process.env).lacks };
}

const valueIn = (config: Partial<Site>, key: string): FactValue =>
  key === 'visitorMails' ? visitorMailsOf(config, process.env).areOn : factAt(config, key);

/** Composes as a publication of these facts would, and changes no page. @throws FactsError when they are refused */
export async function previewFacts(
  { root, store, keepPreview }: Omit<Machine, 'dataDir'>,
  asked: Parameters<typeof editFactsOf>[1],
): Promise<{ requested: string | null; paths: readonly string[] }> {
  const state = requireState((await store.readState()).entry);
  const { seq, releases, pages: active } = state;
  const dry = openStore(dryBlobs(store.blobs));
  const edited = editFactsOf(state, asked);
  const place = { root, store: dry, isDraft: state.data.site.draft === true };
  const next = await readSiteData(place, { ...state.data, edited });
  // With the day of the active pages, so that only the facts differ.
  const data = { ...next, composedOn: state.data.composedOn };
  const { pages } = await compose(dry, { seq, releases, data });
  return { requested: (await keepPreview?.(data)) ?? null, paths: await changedPaths(dry, active, pages) };
}

async function changedPaths(store: Store, before: ComposedPages, after: ComposedPages): Promise<readonly string[]> {
  const paths = Object.keys(after).filter((path) => path in before && after[path]?.contentType.startsWith('text/html'));
  const shown = (pages: ComposedPages, path: string) => readShown(store, pages[path]?.body ?? '');
  const isChanged = paths.map(async (path) => (await shown(before, path)) !== (await shown(after, path)));
  const changed = await Promise.all(isChanged);
  return paths.filter((path, at) => changed[at] && path.startsWith('/') && !after[path]?.private);
}

/** The page without its data, which contain all facts in every page. */
async function readShown(store: Store, body: string): Promise<string> {
  const { '': identity, '.br': brotli } = await store.readIntactBody(body);
  const html = identity ?? (brotli && (await decompress('.br', brotli)));
  return [SITE_ELEMENT_ID, INDEX_ELEMENT_ID].reduce((text, id) => text.replace(jsonTextOf(id), ''), `${html}`);
}
