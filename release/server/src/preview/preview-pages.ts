import { FACTS_PREVIEW, SHOW_RELEASES } from '@site/contract/addresses';
import { jsonForHtml, type SiteData } from '@site/contract/page-data';
import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { contentSecurityPolicy, previewPolicy } from '@site/release-core/content-policy';
import { indexInPage, withIndex } from '@site/release-core/store/page-index';
import { type IndexEntry, NOT_FOUND } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { LRUCache } from 'lru-cache';
import type { PageAt, ServedPage } from '../serve/composed-pages';
import { tagOf } from '../serve/send-content';
import type { PreviewAt } from '../serve/site-server';
import type { PreviewOutcome, PreviewRequest } from './compose-preview';
import { chosenFinder } from './find-chosen';
import { withOrigins } from './show-releases';

interface PreviewOptions {
  readonly store: Store;
  readonly pageAt: PageAt;
  /** Rejects when the releases' code fails. */
  readonly compose: (request: PreviewRequest, entry: IndexEntry) => Promise<PreviewOutcome>;
  /** Finds the data of a preview of edited facts. */
  readonly findFacts?: (requested: string) => Promise<SiteData | undefined>;
  readonly log: (line: string) => void;
}

type PreviewedPage = Extract<PreviewOutcome, { readonly html: string }>;

/** A page takes about 100 kB. */
const PAGES_IN_MEMORY = 50;
const WAITING_AT_MOST = 4;
const HTML = 'text/html; charset=utf-8';

/** Composes previews one at a time and caches the latest. A refused one gets the active page and the reason. */
export function previewPages({ store, pageAt, compose, findFacts, log }: PreviewOptions): PreviewAt {
  const composeInTurn = inTurn(compose, log);
  const findChosen = chosenFinder(store);

  async function preview(requested: string, path: string): Promise<PreviewOutcome & { readonly backendUrl: string }> {
    const { entry } = await store.readState();
    if (!entry) throw new Error('Nothing is active in the store.');
    const backendUrl = entry.data.backend.url;
    if (requested.startsWith(FACTS_PREVIEW)) {
      const data = await findFacts?.(requested);
      if (!data) return { refusal: 'unknown', why: '', backendUrl };
      const isPage = Object.hasOwn(entry.pages, path);
      const request = { chosen: [], facts: requested, path: isPage ? path : NOT_FOUND };
      return { ...(await composeInTurn({ ...entry, data }, request)), backendUrl };
    }
    const choice = await findChosen(entry, requested);
    if ('refusal' in choice) return { ...choice, why: '', backendUrl };
    const { chosen } = choice;
    const isPage = await isPagePath(store, entry, { chosen, path });
    return { ...(await composeInTurn(entry, { chosen, path: isPage ? path : NOT_FOUND })), backendUrl };
  }

  return async (requested, path) => {
    const page = await pageAt(path);
    // A file at the site's root is the same in every preview.
    if (page.status !== 308 && page.contentType !== HTML) return page;
    if (requested === SHOW_RELEASES)
      return page.status === 308 || page.status === 503 ? page : withOrigins(store, page);
    const { backendUrl, ...outcome } = await preview(requested, path);
    if ('html' in outcome) {
      const policy = previewPolicy(outcome.html, backendUrl, outcome.private);
      return { ...servedPage(outcome, policy), isSandboxed: true };
    }
    if (page.status === 308 || page.status === 503) return page;
    const html = page.body.identity.toString();
    const index = { ...indexInPage(html), preview: { requested, refusal: outcome.refusal } };
    const shown = { html: withIndex(html, jsonForHtml(index)), status: page.status, private: page.private };
    return servedPage(shown, contentSecurityPolicy(shown.html, backendUrl, shown.private));
  };
}

function inTurn(compose: PreviewOptions['compose'], log: PreviewOptions['log']) {
  const composed = new LRUCache<string, PreviewOutcome>({ max: PAGES_IN_MEMORY });
  const waiting = new Map<string, Promise<PreviewOutcome>>();
  const oneAtATime = createConcurrencyLimit(1);

  const tryToCompose = async (name: string, request: PreviewRequest, entry: IndexEntry): Promise<PreviewOutcome> => {
    try {
      return await oneAtATime(() => compose(request, entry));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log(`The preview of ${name} could not be composed: ${why}`);
      return { refusal: 'failed', why };
    }
  };

  return (entry: IndexEntry, request: PreviewRequest): PreviewOutcome | Promise<PreviewOutcome> => {
    const name = `${request.facts ?? request.chosen.map(({ name, id }) => `${name}@${id}`).join(',')} at ${request.path}`;
    const key = `${entry.seq} ${name}`;
    const earlier = composed.get(key) ?? waiting.get(key);
    if (earlier) return earlier;
    if (waiting.size >= WAITING_AT_MOST) return { refusal: 'busy', why: '' };
    const outcome = tryToCompose(name, request, entry).then((one) => {
      waiting.delete(key);
      // A page that failed may succeed the next time.
      if ('html' in one || one.refusal === 'incompatible') composed.set(key, one);
      return one;
    });
    waiting.set(key, outcome);
    return outcome;
  };
}

/** All unknown paths share one page, which is composed once. */
async function isPagePath(store: Store, entry: IndexEntry, { chosen, path }: PreviewRequest): Promise<boolean> {
  if (Object.hasOwn(entry.pages, path)) return true;
  const releases = await Promise.all(chosen.map(({ name, id }) => store.read(name, id)));
  return releases.some(({ routes }) => routes.some((route) => route.path === path));
}

function servedPage({ html, status, private: isPrivate }: PreviewedPage, policy: string): ServedPage {
  const identity = Buffer.from(html);
  return {
    status,
    contentType: HTML,
    contentSecurityPolicy: policy,
    ...(isPrivate && { private: isPrivate }),
    tag: tagOf(identity),
    body: { identity },
  };
}
