import { type ChecksRequest, recordChecks } from '@site/release-core/checks/journeys';
import { describePair } from '@site/release-core/checks/pairs';
import { PICTURE_BYTES, pictureAddress } from '@site/release-core/config/owner-files';
import { readVisitedChange } from '@site/release-core/queries/read-status';
import type { Blobs } from '@site/release-core/store/blobs';
import { type Grant, sessionsIn } from '@site/release-core/store/grants';
import { isSafeKey } from '@site/release-core/store/keys';
import type { Store } from '@site/release-core/store/store';
import { visitsIn } from '@site/release-core/watch/stored-watches';
import { mapsPrefix, READABLE_PREFIXES, RELEASE_INTERFACE } from '@site/release-core/wire/protocol';
import { createRateLimit } from '../http/traffic-limits';
import { commandRunner, type ServedSiteAccess } from './commands';
import type { Limits } from './limits';
import { ProblemError, readShape } from './problem-error';
import { type Call, type Reply, receive, receiveJson } from './request';
import { requireRight } from './rights';
import { checksRequest, visitRequest } from './schemas';
import { type RequireRoom, roomOf, uploadHandlers } from './uploads/uploads';

type Handle = (call: Call) => Promise<Reply>;

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly handle: Handle;
}

/** Patterns of the placeholders. None is URL-decoded: a key is the same in the store and in the URL. */
const WORDS: Readonly<Record<string, string>> = {
  command: '[\\w-]{1,50}',
  key: '.{1,500}',
  upload: '\\w{1,64}',
  content: '[\\w-]{64}',
};

/** @param uploadRefusal why releases from elsewhere are refused; null accepts them */
export function routesOf(access: ServedSiteAccess, limits: Limits, uploadRefusal: string | null): readonly Route[] {
  const { store } = access;
  const requireRoom = roomOf(access, limits);
  const { begin, put, commit } = uploadHandlers(store, limits, requireRoom);
  // All steps: an upload may have begun before a restart.
  const accepted =
    (handle: Handle): Handle =>
    async (call) => {
      if (uploadRefusal !== null) throw new ProblemError('refused', uploadRefusal);
      return handle(call);
    };
  return [
    { method: 'POST', path: '/identity', handle: identityExchanger(store) },
    { method: 'POST', path: '/commands/{command}', handle: commandRunner(access, limits) },
    { method: 'GET', path: '/store/{key}', handle: storeReader(store.blobs) },
    { method: 'POST', path: '/uploads', handle: accepted(begin) },
    // The address of a content is its SHA-384 in base64url.
    { method: 'PUT', path: '/uploads/{upload}/{content}', handle: accepted(put) },
    { method: 'POST', path: '/uploads/{upload}/commit', handle: accepted(commit) },
    { method: 'POST', path: '/checks', handle: checksAdder(store) },
    { method: 'POST', path: '/visits', handle: visitAdder(store) },
    { method: 'POST', path: '/pictures', handle: pictureAdder(store, limits, requireRoom) },
  ];
}

export const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, word: string) => `(${WORDS[word]})`)}$`);

export function findRoute(routes: readonly Route[], method: string, path: string) {
  const matching = routes.filter((one) => patternOf(one.path).test(path));
  const route = matching.find((one) => one.method === method);
  if (route) return { route, words: patternOf(route.path).exec(path)?.slice(1) ?? [] };
  if (matching.length === 0) {
    const addresses = [...new Set(routes.map((one) => one.path))].join(', ');
    throw new ProblemError('not-found', `There is no such address. Those below ${RELEASE_INTERFACE} are ${addresses}.`);
  }
  const allow = matching.map((one) => one.method).join(', ');
  throw new ProblemError('method-not-allowed', `This address takes ${allow}.`, { allow });
}

const storeReader =
  (blobs: Blobs) =>
  async ({ grant, words: [key = ''] }: Call): Promise<Reply> => {
    if (!isSafeKey(key) || !readablePrefixes(grant).some((prefix) => key.startsWith(prefix))) throw missing(grant);
    if (key.endsWith('/')) return { status: 200, body: await blobs.list(key) };
    const body = await blobs.get(key);
    if (!body) throw missing(grant);
    return { status: 200, body };
  };

const readablePrefixes = ({ names }: Grant) => [...READABLE_PREFIXES, ...names.map(mapsPrefix)];

const missing = (grant: Grant) =>
  new ProblemError(
    'not-found',
    `The store has no such key to read: keys begin with ${readablePrefixes(grant).join(' ')}.`,
  );

/** Stores a publisher's browser checks, which the server cannot verify. A pair that already has a check keeps it. */
const checksAdder =
  (store: Store) =>
  async (call: Call): Promise<Reply> => {
    const { grant, limits } = call;
    const body = await receiveJson(call, limits.checksBytes);
    const { pairs, journeys = [], durationMs } = readShape<ChecksRequest>(checksRequest, body);
    const right = grant.may.includes('publish') ? 'publish' : 'activate';
    for (const pair of pairs) {
      // A grant for the shell covers the checks of all remotes.
      requireRight(grant, right, grant.names.includes('shell') ? [] : [pair.name]);
    }
    for (const ran of journeys) {
      // A change of one part reaches journeys of others.
      const names = Object.keys(ran.touched);
      requireRight(grant, right, names.some((name) => grant.names.includes(name)) ? [] : names);
    }
    for (const { name, id } of [...pairs, ...journeys]) {
      if (await store.has(name, id)) continue;
      throw new ProblemError('refused', `${name}@${id} is not published: publish it before its check.`);
    }
    await recordChecks(store, { pairs, journeys, durationMs }, grant.to);
    return { status: 204, did: `check ${[...pairs.map(describePair), `${journeys.length} journeys`].join(', ')}` };
  };

/** Stores what a browser elsewhere saw on the pages of a watched change. Who may activate a part may also visit it. */
const visitAdder =
  (store: Store) =>
  async (call: Call): Promise<Reply> => {
    const { grant, limits } = call;
    const right = grant.may.includes('activate') ? 'activate' : 'visit';
    requireRight(grant, right, []);
    const { seq, paths, problems } = readShape(visitRequest, await receiveJson(call, limits.checksBytes));
    const { names } = await readVisitedChange(store, seq);
    requireRight(grant, right, names);
    await visitsIn(store.blobs).add(seq, { at: new Date().toISOString(), who: grant.to, paths, problems });
    return { status: 204, did: `visit of change ${seq}, ${problems.length} problems` };
  };

/** Gives a short-lived token for the identity token of a CI, once: one that is found in a log is useless. */
const identityExchanger =
  ({ blobs }: Store) =>
  async ({ grant, identity }: Call): Promise<Reply> => {
    if (!identity)
      throw new ProblemError('refused', 'Only an identity token of a CI is exchanged: use this token itself.');
    const session = await sessionsIn(blobs).open(identity, grant.id);
    if (session) return { status: 201, body: session };
    throw new ProblemError(
      'unauthenticated',
      'This token is not accepted: it was exchanged before, ask the CI for another.',
    );
  };

/**
 * Stores a picture under the hash of its content, and answers with its address, which a fact may name. Until a
 * publication does, the site has no such address, and `release prune` removes the picture.
 */
export function pictureAdder(store: Store, limits: Limits, requireRoom: RequireRoom) {
  const pictures = createRateLimit(limits.picturesPerMinute);
  return async ({ grant, request }: Call): Promise<Reply> => {
    requireRight(grant, 'facts', []);
    const retryAfter = pictures.take(grant.id);
    if (retryAfter > 0) throw new ProblemError('too-many', `Wait ${retryAfter} seconds, then go on.`, { retryAfter });
    const content = await receive(request, {
      type: 'application/octet-stream',
      maxBytes: PICTURE_BYTES,
      seconds: limits.bodySeconds,
    });
    const path = pictureAddress(content);
    if (!path) throw new ProblemError('wrong-content', 'This is no whole JPEG, PNG or WebP: send another picture.');
    await requireRoom(content.length);
    await store.addBody(path, content);
    return { status: 201, body: { path } };
  };
}
