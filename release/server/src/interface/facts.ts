import { PICTURE_ADDRESS } from '@site/contract/addresses';
import type { Site } from '@site/contract/host';
import { type FactValue, INDEX_ELEMENT_ID, jsonTextOf, SITE_ELEMENT_ID, type SiteData } from '@site/contract/page-data';
import { pricesOf } from '@site/contract/prices';
import { editFactsOf, requireOneRegime } from '@site/release-core/changes/compose-again';
import { requireState } from '@site/release-core/changes/decide';
import { compose } from '@site/release-core/compose/compose';
import { decompress } from '@site/release-core/compress';
import { EDITABLE, factAt } from '@site/release-core/config/edited-facts';
import { readConfigFile } from '@site/release-core/config/site-config';
import { dryBlobs } from '@site/release-core/store/blobs';
import type { ComposedPages } from '@site/release-core/store/revision';
import { openStore, type Store } from '@site/release-core/store/store';
import { readSettings, readSiteData, visitorMailsOf } from '../read-site-data';
import type { SiteAccess } from './queries';

/** The pages of a site have these values in part or not at all. */
const NOT_AS_GIVEN = ['testimonials', 'videoLink', 'promises'];

export async function readFacts({ root, store }: Omit<SiteAccess, 'dataDir'>) {
  const { seq, data } = requireState((await store.readState()).revision);
  const { site, edited = {}, backend } = data;
  const isHosted = backend.url !== '';
  const file = await readConfigFile(readSettings(process.env, root).siteConfig);
  const facts = [...EDITABLE.keys()].map((key) => {
    const inFile = valueIn(file as Partial<Site>, key, isHosted);
    const value = NOT_AS_GIVEN.includes(key) ? (edited[key] ?? inFile) : valueIn(site, key, isHosted);
    return { key, value, file: inFile, isEdited: Object.hasOwn(edited, key) };
  });
  return { seq, facts, visitorMailsLack: visitorMailsOf(site, process.env, isHosted).lacks };
}

function valueIn(config: Partial<Site>, key: string, isHosted: boolean): FactValue {
  if (key === 'visitorMails') return visitorMailsOf(config, process.env, isHosted).areOn;
  if (key === 'prices.standard') return `${pricesOf(config).standard}`;
  if (key === 'prices.funded') return `${pricesOf(config).funded}`;
  return factAt(config, key);
}

/** Composes as a publication of these facts would, and changes no page. @throws FactsError when they are refused */
export async function previewFacts(
  { root, store, keepPreview }: Omit<SiteAccess, 'dataDir'>,
  edits: Parameters<typeof editFactsOf>[2],
): Promise<{ requested: string | null; paths: readonly string[] }> {
  const state = requireState((await store.readState()).revision);
  const { seq, releases, pages: active } = state;
  const dry = openStore(dryBlobs(store.blobs));
  const edited = await editFactsOf(store, state, edits);
  const place = { root, store: dry, isDraft: state.data.site.draft === true };
  const next = await readSiteData(place, { ...state.data, edited });
  requireOneRegime(next, edits);
  // The day is that of the active pages, so that only the facts differ.
  const data = { ...next, composedOn: state.data.composedOn };
  const { pages } = await compose(dry, { seq, releases, data });
  const preview = keepPreview && (await keepPreview(await withPicture(store, data, active)));
  return { requested: preview ?? null, paths: await changedPaths(dry, active, pages) };
}

/** A picture that no published page shows has no address yet: the preview contains it. */
async function withPicture(store: Store, data: SiteData, active: ComposedPages): Promise<SiteData> {
  const { trainer } = data.site;
  const [path, body] = PICTURE_ADDRESS.exec(trainer?.photo ?? '') ?? [];
  if (!trainer || !path || !body || path in active) return data;
  const content = (await store.readIdentity(body))?.toString('base64');
  const photo = `data:${data.files?.[path]?.contentType};base64,${content}`;
  return { ...data, site: { ...data.site, trainer: { ...trainer, photo } } };
}

async function changedPaths(store: Store, before: ComposedPages, after: ComposedPages): Promise<readonly string[]> {
  const paths = Object.keys(after).filter((path) => path in before && after[path]?.contentType.startsWith('text/html'));
  const readPage = (pages: ComposedPages, path: string) => readShown(store, pages[path]?.body ?? '');
  const isChanged = paths.map(async (path) => (await readPage(before, path)) !== (await readPage(after, path)));
  const changed = await Promise.all(isChanged);
  return paths.filter((path, at) => changed[at] && path.startsWith('/') && !after[path]?.private);
}

/** The page without its inline data, which contain all facts, whatever the page shows. */
async function readShown(store: Store, body: string): Promise<string> {
  const { '': identity, '.br': brotli } = await store.readIntactBody(body);
  const html = identity ?? (brotli && (await decompress('.br', brotli)));
  return [SITE_ELEMENT_ID, INDEX_ELEMENT_ID].reduce((text, id) => text.replace(jsonTextOf(id), ''), `${html}`);
}
