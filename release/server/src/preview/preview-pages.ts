import { BRANCH_PREFIX, FACTS_PREVIEW, SHOW_RELEASES } from '@site/contract/addresses';
import { jsonForHtml, type SiteData } from '@site/contract/page-data';
import type { PreviewRefusal, ReleaseIndex, ReleaseOrigin } from '@site/contract/release-index';
import { findPart } from '@site/release-core/changes/part-state';
import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { contentSecurityPolicy, previewPolicy } from '@site/release-core/content-policy';
import { isBranch, isId, isName, type ReleaseName } from '@site/release-core/store/keys';
import { indexInPage, withIndex } from '@site/release-core/store/page-index';
import { NOT_FOUND, type Revision } from '@site/release-core/store/revision';
import { readNewestFirst, type Store } from '@site/release-core/store/store';
import { LRUCache } from 'lru-cache';
import type { PreviewAt } from '../http/answer-requests';
import type { PageAt, ServedPage } from '../http/composed-pages';
import { tagOf } from '../http/release-files';
import type { PreviewOutcome, PreviewRequest } from './compose-preview';

interface PreviewOptions {
  readonly store: Store;
  readonly pageAt: PageAt;
  readonly compose: (request: PreviewRequest, revision: Revision) => Promise<PreviewOutcome>;
  readonly findFacts?: (requested: string) => Promise<SiteData | undefined>;
  readonly log: (line: string) => void;
}

type PreviewedPage = Extract<PreviewOutcome, { readonly html: string }>;

/** A page takes about 100 kB. */
const PAGES_IN_MEMORY = 50;
const MAX_WAITING = 4;
const HTML = 'text/html; charset=utf-8';

/** Composes previews one at a time and caches the latest. A refused one gets the active page and the reason. */
export function previewPages({ store, pageAt, compose, findFacts, log }: PreviewOptions): PreviewAt {
  const composeInTurn = inTurn(compose, log);

  async function preview(requested: string, path: string): Promise<PreviewOutcome & { readonly backendUrl: string }> {
    const { revision } = await store.readState();
    if (!revision) throw new Error('Nothing is active in the store.');
    const backendUrl = revision.data.backend.url;
    if (requested.startsWith(FACTS_PREVIEW)) {
      const data = await findFacts?.(requested);
      if (!data) return { refusal: 'unknown', why: '', backendUrl };
      const isPage = Object.hasOwn(revision.pages, path);
      const request = { chosen: [], facts: requested, path: isPage ? path : NOT_FOUND };
      return { ...(await composeInTurn({ ...revision, data }, request)), backendUrl };
    }
    const choice = await findChosen(store, revision, requested);
    if ('refusal' in choice) return { ...choice, why: '', backendUrl };
    const { chosen } = choice;
    const isPage = await isPagePath(store, revision, { chosen, path });
    return { ...(await composeInTurn(revision, { chosen, path: isPage ? path : NOT_FOUND })), backendUrl };
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
    const active = { html: withIndex(html, jsonForHtml(index)), status: page.status, private: page.private };
    return servedPage(active, contentSecurityPolicy(active.html, backendUrl, active.private));
  };
}

function inTurn(compose: PreviewOptions['compose'], log: PreviewOptions['log']) {
  const composed = new LRUCache<string, Promise<PreviewOutcome>>({ max: PAGES_IN_MEMORY });
  let waiting = 0;
  const oneAtATime = createConcurrencyLimit(1);

  const tryToCompose = async (name: string, request: PreviewRequest, revision: Revision): Promise<PreviewOutcome> => {
    try {
      return await oneAtATime(() => compose(request, revision));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log(`The preview of ${name} could not be composed: ${why}`);
      return { refusal: 'failed', why };
    }
  };

  return async (revision: Revision, request: PreviewRequest): Promise<PreviewOutcome> => {
    const name = `${request.facts ?? request.chosen.map(({ name, id }) => `${name}@${id}`).join(',')} at ${request.path}`;
    const key = `${revision.seq} ${name}`;
    const earlier = composed.get(key);
    if (earlier) return earlier;
    if (waiting >= MAX_WAITING) return { refusal: 'busy', why: '' };
    waiting += 1;
    const composing = tryToCompose(name, request, revision);
    composed.set(key, composing);
    const outcome = await composing;
    waiting -= 1;
    // A page that failed may succeed the next time.
    if ('refusal' in outcome && outcome.refusal === 'failed') composed.delete(key);
    return outcome;
  };
}

/** All unknown paths share one page, which is composed once. */
async function isPagePath(store: Store, revision: Revision, { chosen, path }: PreviewRequest): Promise<boolean> {
  if (Object.hasOwn(revision.pages, path)) return true;
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

const MAX_RELEASES = 10;

type Choice = ReleaseName | { readonly name: string; readonly branch: string };

export function parsePreview(requested: string): readonly Choice[] | null {
  const words = requested.split(',');
  if (words.length > MAX_RELEASES) return null;
  const choices = words.map(parseChoice).filter((choice) => choice !== null);
  const names = new Set(choices.map(({ name }) => name));
  return choices.length === words.length && names.size === words.length ? choices : null;
}

function parseChoice(word: string): Choice | null {
  const [name = '', wanted = '', ...more] = word.split('@');
  if (!isName(name) || more.length > 0) return null;
  if (isId(wanted)) return { name, id: wanted };
  const branch = wanted.startsWith(BRANCH_PREFIX) ? wanted.slice(BRANCH_PREFIX.length) : '';
  return isBranch(branch) ? { name, branch } : null;
}

type PreviewChoice = { readonly chosen: readonly ReleaseName[] } | { readonly refusal: PreviewRefusal };

/** Finds the releases that a preview requests. The name of a branch selects its newest release, even a revoked one. */
async function findChosen(store: Store, revision: Revision, requested: string): Promise<PreviewChoice> {
  const choices = parsePreview(requested);
  if (!choices) return { refusal: 'malformed' };
  const found = await Promise.all(
    choices.map((one) => ('id' in one ? store.readIfIntact(one.name, one.id) : newestOf(store, one.name, one.branch))),
  );
  if (choices.some((one, at) => 'branch' in one && !found[at])) return { refusal: 'unknown-branch' };
  const named = choices.map((one, at) => ({ name: one.name, id: 'id' in one ? one.id : (found[at]?.id ?? '') }));
  if (named.some(({ name, id }) => findPart(revision, name)?.revoked.includes(id))) return { refusal: 'revoked' };
  return found.every(Boolean) ? { chosen: named } : { refusal: 'unknown' };
}

async function newestOf(store: Store, name: string, branch: string): Promise<ReleaseName | null> {
  const all = await readNewestFirst(store, name, await store.listIds(name));
  return all.find((release) => release.branch === branch) ?? null;
}

/** The active page, whose index also says since when its releases are active, and from which commits they are. */
async function withOrigins(store: Store, page: ServedPage): Promise<ServedPage> {
  const html = page.body.identity.toString();
  const index = indexInPage(html);
  const { revision } = await store.readState();
  const origins = Object.fromEntries(
    await Promise.all(
      namesIn(index).map(async ([name, id]): Promise<[string, ReleaseOrigin]> => {
        const isActive = revision?.releases[name]?.active === id;
        const release = await store.readIfIntact(name, id);
        return [name, { since: (isActive && revision?.since[name]) || null, commit: release?.commit ?? '' }];
      }),
    ),
  );
  const withOrigins = withIndex(html, jsonForHtml({ ...index, origins }));
  const identity = Buffer.from(withOrigins);
  return {
    ...page,
    contentSecurityPolicy: contentSecurityPolicy(withOrigins, revision?.data.backend.url ?? '', page.private),
    tag: tagOf(identity),
    body: { identity },
  };
}

/** Names and ids of the releases that the page uses: public pages name no private part. */
const namesIn = ({ shell, remotes }: ReleaseIndex): readonly (readonly [name: string, id: string])[] => [
  ['shell', shell.id],
  ...Object.entries(remotes).map(([name, { id }]) => [name, id] as const),
];
