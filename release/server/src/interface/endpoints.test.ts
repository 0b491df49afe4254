import { openStore, type Store } from '@site/release-core/store/store';
import {
  type Artifact,
  activateNew,
  activateWatched,
  addAll,
  holdPart,
  routeTo,
  tinyRemote,
  tinyStore,
} from '@site/release-core/tests/support/tiny-site';
import { DiskFullError } from '@site/release-core/user-error';
import { toAddress } from '@site/release-core/wire/open-uploads';
import type { ProblemWord, UploadAnswer } from '@site/release-core/wire/wire';
import * as v from 'valibot';
import { contentsOf, giveGrant, type InterfaceSite, uploadOf } from '../../tests/support/interface-site';
import { type RawAnswer, sendRaw } from '../../tests/support/raw-request';
import { serveForTests } from '../../tests/support/serve-for-tests';
import { BYTES, ENDPOINTS, type Endpoint, PROBLEMS_OF_ALL, problemSchema } from './endpoints';
import type { Limits } from './limits';
import { PROBLEM_KINDS, ProblemError } from './problem-error';

const CI = 'https://ci.example';
const jwtOf = (payload: object) =>
  `eyJhbGciOiJSUzI1NiJ9.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`;
const [IDENTITY, OF_OWNER] = [jwtOf({ iss: CI }), jwtOf({ role: 'authenticated' })];
const b = tinyRemote('booking', '1.0.0-b');
const [[address = '', content = Buffer.alloc(0)] = []] = contentsOf(b);
const noUpload = '0'.repeat(32);

let store: Store;
let site: InterfaceSite;
let token: string;
let isFull: boolean;
let isBroken: boolean;

beforeEach(async () => {
  [isFull, isBroken] = [false, false];
  store = await tinyStore();
  ({ token } = await giveGrant(store));
  await giveGrant(store, { to: 'CI', token: undefined, oidc: { issuer: CI, claims: { sub: 'x' } } } as never);
  site = await serve();
});
afterEach(() => site.stop());

function serve(changes: Partial<Limits> = {}) {
  const { get, add } = store.blobs;
  const served = openStore({
    ...store.blobs,
    get: async (key) => (isBroken ? Promise.reject(new Error('the disk is broken')) : get(key)),
    add: async (key, value) => (isFull ? Promise.reject(new DiskFullError()) : add(key, value)),
  });
  const limits = { commandBytes: 1000, checksBytes: 1000, descriptionBytes: 5000, ...changes };
  const identity = { issuer: CI, jti: 'one', exp: Date.now() / 1000 + 300 };
  return serveForTests({
    store: served,
    limits,
    verifyIdentity: async (_, [grant]) => (grant ? { grant, identity } : { why: 'no grant' }),
    askOwner: async () => {
      throw new ProblemError('unavailable', 'The backend does not answer.');
    },
  });
}

async function serveAgain(limits: Partial<Limits>) {
  site.stop();
  site = await serve(limits);
}

interface Sent {
  readonly words?: readonly string[];
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isOpen?: boolean;
}

const endpointOf = (key: string) => ENDPOINTS.find(({ method, path }) => `${method} ${path}` === key) as Endpoint;

/** Sends a request for an endpoint. `body` is sent as JSON unless it is bytes or text. */
function send(key: string, { words = wordsOf(key), body, headers, isOpen }: Sent = {}): Promise<RawAnswer> {
  const { method, path } = endpointOf(key);
  const left = [...words];
  const type = endpointOf(key).body === BYTES ? 'application/octet-stream' : 'application/json';
  const text =
    typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : (body as string | Buffer | undefined);
  return sendRaw(site.origin, {
    method,
    path: `/release/v1${path === '/' ? '' : path}`.replace(/\{\w+\}/g, () => left.shift() ?? ''),
    headers: {
      authorization: `Bearer ${token}`,
      ...(endpointOf(key).body && { 'content-type': type }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
    ...(isOpen && { isOpen }),
  });
}

const wordsOf = (key: string): string[] =>
  key.includes('{command}') ? ['status'] : key.includes('{key}') ? ['index/'] : [noUpload, address];

const COMMAND = 'POST /commands/{command}';
const [READ, HAS] = ['GET /store/{key}', 'HEAD /store/{key}'];
const [BEGIN, PUT, COMMIT] = ['POST /uploads', 'PUT /uploads/{upload}/{content}', 'POST /uploads/{upload}/commit'];
const [CHECKS, VISITS] = ['POST /checks', 'POST /visits'];
const EXCHANGE = 'POST /identity';

const exchange = (as = IDENTITY) => send(EXCHANGE, { headers: { authorization: `Bearer ${as}` } });
const run = (command: string, words: readonly string[], more = {}) =>
  send(COMMAND, { words: [command], body: { words, ...more } });
const begin = async (artifact: Artifact = b) =>
  (JSON.parse((await send(BEGIN, { body: uploadOf(artifact) })).text) as UploadAnswer).upload;
const put = (upload: string, body = content, more: Sent = {}) => send(PUT, { words: [upload, address], body, ...more });
async function uploadAll(artifact: Artifact = b) {
  const upload = await begin(artifact);
  for (const [at, body] of contentsOf(artifact)) await send(PUT, { words: [upload, at], body });
  return upload;
}
const commit = (upload: string) => send(COMMIT, { words: [upload] });
const record = (changes = {}) => {
  const checked = { shell: '1.0.0-s1', name: 'booking', id: '1.0.0-a', routes: ['/booking'], forms: [] };
  return send(CHECKS, { body: { pairs: [{ ...checked, ...changes }], durationMs: 1 } });
};
const visit = (changes = {}, more: Sent = {}) =>
  send(VISITS, { body: { seq: 2, paths: ['/booking'], problems: [], ...changes }, ...more });
async function watch(artifact: Artifact) {
  await addAll(store, [artifact]);
  await activateWatched(store, artifact.release);
}

function expectProblem({ status, headers, text }: RawAnswer, key: string, word: ProblemWord) {
  expect([key, status, headers['content-type']]).toEqual([key, PROBLEM_KINDS[word].status, 'application/problem+json']);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  expect([...PROBLEMS_OF_ALL, ...endpointOf(key).problems]).toContain(word);
  if (key.startsWith('HEAD')) return;
  const problem = JSON.parse(text);
  expect(v.safeParse(problemSchema, problem).issues).toBeUndefined();
  expect(problem).toMatchObject({ type: `/release/v1/problems/${word}`, status });
  expect(problem.detail).toMatch(/^[^\n]+\.$/);
}

function expectSuccess({ status, headers, text }: RawAnswer, key: string) {
  const { status: promised, answer } = endpointOf(key);
  expect([key, status]).toEqual([key, promised]);
  if (answer === BYTES) expect(headers['content-type']).toBe('application/octet-stream');
  else if (answer) expect([key, v.safeParse(answer, JSON.parse(text)).issues]).toEqual([key, undefined]);
  else expect([key, text]).toEqual([key, '']);
}

const KEYS = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
const WITH_JSON = KEYS.filter((key) => endpointOf(key).problems.includes('malformed'));

test('every endpoint answers unauthenticated, unavailable, too-many and failed', async () => {
  for (const key of KEYS) {
    expectProblem(await send(key, { headers: { authorization: 'Bearer x' } }), key, 'unauthenticated');
    expectProblem(await send(key, { headers: { authorization: `Bearer ${OF_OWNER}` } }), key, 'unavailable');
  }
  isBroken = true;
  for (const key of KEYS) expectProblem(await send(key), key, 'failed');
  isBroken = false;
  await serveAgain({ requestsPerMinute: 0 });
  for (const key of KEYS) expectProblem(await send(key), key, 'too-many');
});

test.each(WITH_JSON)('%s answers malformed, wrong-type, too-large and too-slow', async (key) => {
  expectProblem(await send(key, { body: '{' }), key, 'malformed');
  expectProblem(await send(key, { body: '{}', headers: { 'content-type': 'text/plain' } }), key, 'wrong-type');
  expectProblem(await send(key, { body: ' '.repeat(6000) }), key, 'too-large');
  await serveAgain({ bodySeconds: 0.1 });
  expectProblem(await send(key, { body: '{', isOpen: true }), key, 'too-slow');
});

test('a content answers wrong-type, too-large, too-slow, wrong-content and not-found', async () => {
  const upload = await begin();
  expectProblem(await put(upload, content, { headers: { 'content-type': 'text/plain' } }), PUT, 'wrong-type');
  expectProblem(await put(upload, Buffer.alloc(content.length + 1)), PUT, 'too-large');
  expectProblem(await put(upload, Buffer.alloc(content.length)), PUT, 'wrong-content');
  const unknown = toAddress(`sha384-${'A'.repeat(64)}`);
  expectProblem(await put(upload, content, { words: [upload, unknown] }), PUT, 'not-found');
  await serveAgain({ bodySeconds: 0.1 });
  expectProblem(await put(upload, content.subarray(1), { isOpen: true }), PUT, 'too-slow');
});

test('every endpoint that writes answers no-room on a full disk', async () => {
  await watch(b);
  const c = tinyRemote('booking', '1.0.0-c');
  const [whole, begun] = [await uploadAll(c), await begin(tinyRemote('booking', '1.0.0-d'))];
  isFull = true;
  expectProblem(await exchange(), EXCHANGE, 'no-room');
  expectProblem(await run('revoke', ['booking@1.0.0-a']), COMMAND, 'no-room');
  expectProblem(await send(BEGIN, { body: uploadOf(tinyRemote('booking', '1.0.0-e')) }), BEGIN, 'no-room');
  const [[at = '', body] = []] = contentsOf(tinyRemote('booking', '1.0.0-d'));
  expectProblem(await send(PUT, { words: [begun, at], body }), PUT, 'no-room');
  expectProblem(await commit(whole), COMMIT, 'no-room');
  expectProblem(await record(), CHECKS, 'no-room');
  expectProblem(await visit(), VISITS, 'no-room');
});

test('a command answers not-found, not-checked, held and refused', async () => {
  await addAll(store, [b]);
  for (const ofMachine of ['prune', '__proto__']) expectProblem(await run(ofMachine, []), COMMAND, 'not-found');
  expectProblem(await run('activate', ['booking@1.0.0-b']), COMMAND, 'not-checked');
  expectProblem(await run('activate', ['booking@1.0.0-z']), COMMAND, 'refused');
  await holdPart(store, 'booking', 'loses dates');
  expectProblem(await run('activate', ['booking@1.0.0-b']), COMMAND, 'held');
});

test('a commit answers forbidden and conflict for what happened since the upload began, and refused without contents', async () => {
  const taken = await uploadAll(tinyRemote('booking', '1.0.0-c', { routes: [routeTo('/stages')] }));
  const late = await uploadAll();
  expectProblem(await commit(await begin(tinyRemote('booking', '1.0.0-d'))), COMMIT, 'refused');
  await activateNew(store, tinyRemote('landing', '1.0.0-b', { routes: [routeTo('/'), routeTo('/stages')] }));
  expectProblem(await commit(taken), COMMIT, 'forbidden');
  await addAll(store, [tinyRemote('booking', '1.0.0-b', { entry: 'picture.svg' })]);
  expectProblem(await commit(late), COMMIT, 'conflict');
  expectProblem(await commit(noUpload), COMMIT, 'not-found');
});

test('a visit is forbidden for the part of another team, and refused for a change that is not watched', async () => {
  await watch(tinyRemote('landing', '1.0.0-b'));
  expectProblem(await visit(), VISITS, 'forbidden');
  expectProblem(await visit({ seq: 1 }), VISITS, 'refused');
});

test('each endpoint succeeds with the answer that its description names', async () => {
  expectSuccess(await send('GET /'), 'GET /');
  expectSuccess(await exchange(), EXCHANGE);
  expectProblem(await exchange(token), EXCHANGE, 'refused');
  const upload = await send(BEGIN, { body: uploadOf(b) });
  expectSuccess(upload, BEGIN);
  expectSuccess(await put(JSON.parse(upload.text).upload), PUT);
  expectSuccess(await commit(await uploadAll()), COMMIT);
  expectSuccess(await record({ id: '1.0.0-b' }), CHECKS);
  expectSuccess(await run('deactivate', ['booking'], { isDry: true }), COMMAND);
  for (const key of [READ, HAS]) {
    expectSuccess(await send(key, { words: ['r/booking/1.0.0-a/remoteEntry.js'] }), key);
    expectProblem(await send(key, { words: ['r/booking/1.0.0-z/remoteEntry.js'] }), key, 'not-found');
  }
  await activateWatched(store, b.release);
  expectSuccess(await visit(), VISITS);
});

test('a grant that may only visit reports visits and activates nothing', async () => {
  const given = await giveGrant(store, { to: 'visites', may: ['visit'] });
  const headers = { authorization: `Bearer ${given.token}` };
  await watch(b);
  expect((await visit({}, { headers })).status).toBe(204);
  const activation = { words: ['activate'], body: { words: ['booking@1.0.0-b'] }, headers };
  expect((await send(COMMAND, activation)).status).toBe(403);
});

test('a method that the description does not declare is refused with those that it does, and without CORS', async () => {
  const refusalOf = (method: string, path: string) =>
    sendRaw(site.origin, {
      method,
      path: `/release/v1${path}`,
      headers: { authorization: `Bearer ${token}`, origin: 'https://evil.example' },
    });
  for (const [method, path, allowed] of [
    ['DELETE', '/commands/status', 'POST'],
    ['PUT', '/store/index/', 'GET, HEAD'],
    ['GET', '/uploads', 'POST'],
    ['OPTIONS', '/checks', 'POST'],
  ] as const) {
    const answer = await refusalOf(method, path);
    expect([answer.status, answer.headers.allow]).toEqual([405, allowed]);
    expect(JSON.parse(answer.text).type).toBe('/release/v1/problems/method-not-allowed');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
  expect(await refusalOf('GET', '/grants')).toMatchObject({ status: 404 });
});

test('the description is OpenAPI 3.1 and lists each endpoint with its statuses', async () => {
  const { openapi, paths } = JSON.parse((await send('GET /')).text);
  expect(openapi).toMatch(/^3\.1\./);
  const listed = Object.entries<Record<string, { responses: object }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => [
      `${method.toUpperCase()} ${path}`,
      Object.keys(responses),
    ]),
  );
  const expected = ENDPOINTS.map((one) => {
    const statuses = [...PROBLEMS_OF_ALL, ...one.problems].map((word) => PROBLEM_KINDS[word].status);
    return [`${one.method} ${one.path}`, [...new Set([one.status, ...statuses])].sort().map(String)];
  });
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected));
});
