import { folderBlobs } from '@site/release-core/store/folder-blobs';
import { openSiteStore, openStore, type Store, storeFolder } from '@site/release-core/store/store';
import { activateNew, activateReleases, activateWatched, holdPart } from '@site/release-core/tests/support/change';
import { type Artifact, addAll, openTinySite, routeTo, tinyRemote } from '@site/release-core/tests/support/tiny-site';
import { DiskFullError } from '@site/release-core/user-error';
import { toAddress } from '@site/release-core/wire/open-uploads';
import type { ProblemWord, UploadAnswer } from '@site/release-core/wire/wire';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import * as v from 'valibot';
import { giveGrant, type InterfaceSite, serveInterface, uploadOf, withFile } from '../../tests/support/interface-site';
import { type RawAnswer, sendRaw } from '../../tests/support/raw-request';
import { problemSchema } from './describe-interface';
import { BYTES, ENDPOINTS, type Endpoint, PROBLEMS_OF_ALL } from './endpoints';
import { PROBLEM_KINDS, ProblemError } from './problem-error';
import { patternOf } from './routes';

const SHELL = '1.0.0-s1';
const CI = 'https://ci.example';
const jwtOf = (payload: object) =>
  `eyJhbGciOiJSUzI1NiJ9.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`;
const [IDENTITY, OF_OWNER] = [jwtOf({ iss: CI }), jwtOf({ role: 'authenticated' })];
const b = tinyRemote('booking', '1.0.0-b');
const [[file = '', content = Buffer.alloc(0)] = []] = b.client;
const hash = b.release.files[file] ?? '';
const address = toAddress(hash);
const unknown = toAddress(`sha384-${'A'.repeat(64)}`);
const noUpload = '0'.repeat(32);

let folder: string;
let store: Store;
let site: InterfaceSite;
let token: string;
let isFull: boolean;
let isBroken: boolean;

beforeEach(async () => {
  [isFull, isBroken] = [false, false];
  folder = temporaryFolder();
  store = openSiteStore(folder);
  await openTinySite(store);
  ({ token } = await giveGrant(store));
  await giveGrant(store, { to: 'CI', token: undefined, oidc: { issuer: CI, claims: { sub: 'x' } } } as never);
  site = await serve();
});
afterEach(() => site.stop());

function serve(requestsPerMinute = 100) {
  const blobs = folderBlobs(storeFolder(folder));
  const served = openStore({
    ...blobs,
    get: async (key) => (isBroken ? Promise.reject(new Error('the disk is broken')) : blobs.get(key)),
    add: async (key, value) => (isFull ? Promise.reject(new DiskFullError()) : blobs.add(key, value)),
  });
  const limits = { requestsPerMinute, bodySeconds: 0.1, commandBytes: 1000, checksBytes: 1000, descriptionBytes: 5000 };
  const identity = { issuer: CI, jti: 'one', exp: Date.now() / 1000 + 300 };
  return serveInterface({
    store: served,
    dataDir: folder,
    limits,
    verifyIdentity: async (_, [grant]) => (grant ? { grant, identity } : { why: 'no grant' }),
    askOwner: async () => {
      throw new ProblemError('unavailable', 'The backend does not answer.');
    },
  });
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
const exchange = (token = IDENTITY) => send(EXCHANGE, { headers: { authorization: `Bearer ${token}` } });

const begin = async (artifact: Artifact = b) =>
  JSON.parse((await send(BEGIN, { body: uploadOf(artifact) })).text) as UploadAnswer;
async function uploadAll(artifact: Artifact = b) {
  const { upload, missing } = await begin(artifact);
  const hashes = { ...artifact.release.files, ...artifact.release.nodeFiles };
  for (const [name, bytes] of [...artifact.client, ...artifact.node]) {
    const at = toAddress(hashes[name] ?? '');
    if (missing.includes(at)) await send(PUT, { words: [upload, at], body: bytes });
  }
  return upload;
}
const full = async (run: () => Promise<RawAnswer>) => {
  isFull = true;
  return run();
};
const run = (command: string, words: readonly string[], more = {}) =>
  send(COMMAND, { words: [command], body: { words, ...more } });
const checked = { shell: SHELL, name: 'booking', id: '1.0.0-a', routes: ['/booking'], forms: [] };
const record = (changes = {}) => send(CHECKS, { body: { pairs: [{ ...checked, ...changes }], durationMs: 1 } });
const visit = async (artifact: Artifact, changes = {}) => {
  await addAll(store, [artifact]);
  await activateWatched(store, artifact.release);
  return send(VISITS, { body: { seq: 2, paths: ['/booking'], problems: [], ...changes } });
};
const withPage = (path: string) => tinyRemote('booking', '1.0.0-b', { routes: [routeTo(path)] });
const falseForm = withFile(b, `${file}.br`, Buffer.from('other'));

type Produce = () => Promise<RawAnswer>;
type Produced = Readonly<Partial<Record<ProblemWord | 'success', Produce>>>;

/** Requests that every endpoint with a JSON body refuses in the same way. */
const ofJson = (key: string): Produced => ({
  malformed: () => send(key, { body: '{' }),
  'wrong-type': () => send(key, { body: '{}', headers: { 'content-type': 'text/plain' } }),
  'too-large': () => send(key, { body: ' '.repeat(6000) }),
  'too-slow': () => send(key, { body: '{', isOpen: true }),
});

const PRODUCED: Readonly<Record<string, Produced>> = {
  'GET /': { success: () => send('GET /') },
  [EXCHANGE]: {
    success: () => exchange(),
    refused: () => exchange(token),
    'no-room': () => full(() => exchange()),
  },
  [COMMAND]: {
    ...ofJson(COMMAND),
    success: () => run('deactivate', ['booking'], { isDry: true }),
    'not-found': () => run('prune', []),
    forbidden: () => run('activate', ['landing@1.0.0-a']),
    conflict: async () => {
      await addAll(store, [b, tinyRemote('booking', '1.0.0-c')]);
      await activateReleases(store, b.release);
      return run('activate', ['booking@1.0.0-c'], { seq: 1 });
    },
    'not-checked': async () => {
      await addAll(store, [b]);
      return run('activate', ['booking@1.0.0-b']);
    },
    held: async () => {
      await addAll(store, [b]);
      await holdPart(store, 'booking', 'loses dates');
      return run('activate', ['booking@1.0.0-b']);
    },
    refused: () => run('activate', ['booking@1.0.0-z']),
    'no-room': () => full(() => run('revoke', ['booking@1.0.0-a'])),
  },
  [READ]: {
    success: () => send(READ, { words: ['r/booking/1.0.0-a/remoteEntry.js'] }),
    'not-found': () => send(READ, { words: ['grants/'] }),
  },
  [HAS]: {
    success: () => send(HAS, { words: ['r/booking/1.0.0-a/remoteEntry.js'] }),
    'not-found': () => send(HAS, { words: ['r/booking/1.0.0-z/remoteEntry.js'] }),
  },
  [BEGIN]: {
    ...ofJson(BEGIN),
    success: () => send(BEGIN, { body: uploadOf(b) }),
    forbidden: () => send(BEGIN, { body: uploadOf(tinyRemote('landing', '1.0.0-b')) }),
    conflict: () => send(BEGIN, { body: uploadOf(tinyRemote('booking', '1.0.0-a', { entry: 'picture.svg' })) }),
    refused: () => send(BEGIN, { body: uploadOf(withPage('/rest')) }),
    'no-room': () => full(() => send(BEGIN, { body: uploadOf(b) })),
  },
  [PUT]: {
    success: async () => send(PUT, { words: [(await begin()).upload, address], body: content }),
    'not-found': async () => send(PUT, { words: [(await begin()).upload, unknown], body: content }),
    'wrong-type': async () =>
      send(PUT, { words: [(await begin()).upload, address], body: content, headers: { 'content-type': 'text/plain' } }),
    'too-large': async () =>
      send(PUT, { words: [(await begin()).upload, address], body: Buffer.alloc(content.length + 1) }),
    'too-slow': async () =>
      send(PUT, { words: [(await begin()).upload, address], body: content.subarray(1), isOpen: true }),
    'wrong-content': async () =>
      send(PUT, { words: [(await begin()).upload, address], body: Buffer.alloc(content.length) }),
    'no-room': async () => {
      const { upload } = await begin();
      return full(() => send(PUT, { words: [upload, address], body: content }));
    },
  },
  [COMMIT]: {
    success: async () => send(COMMIT, { words: [await uploadAll()] }),
    'not-found': () => send(COMMIT, { words: [noUpload] }),
    refused: async () => send(COMMIT, { words: [(await begin()).upload] }),
    forbidden: async () => {
      const upload = await uploadAll(withPage('/stages'));
      await activateNew(store, tinyRemote('landing', '1.0.0-b', { routes: [routeTo('/'), routeTo('/stages')] }));
      return send(COMMIT, { words: [upload] });
    },
    conflict: async () => {
      const upload = await uploadAll();
      await addAll(store, [tinyRemote('booking', '1.0.0-b', { entry: 'picture.svg' })]);
      return send(COMMIT, { words: [upload] });
    },
    'wrong-content': async () => send(COMMIT, { words: [await uploadAll(falseForm)] }),
    'no-room': async () => {
      const upload = await uploadAll();
      return full(() => send(COMMIT, { words: [upload] }));
    },
  },
  [CHECKS]: {
    ...ofJson(CHECKS),
    success: () => record(),
    forbidden: () => record({ name: 'landing', routes: ['/'] }),
    refused: () => record({ routes: [] }),
    'no-room': () => full(() => record()),
  },
  [VISITS]: {
    ...ofJson(VISITS),
    success: () => visit(b),
    forbidden: () => visit(tinyRemote('landing', '1.0.0-b')),
    refused: () => visit(b, { seq: 1 }),
    'no-room': async () => {
      await visit(b);
      return full(() => send(VISITS, { body: { seq: 2, paths: ['/booking'], problems: [] } }));
    },
  },
};

/** Requests that every endpoint refuses in the same way. */
const ofAll = (key: string): Produced => ({
  unauthenticated: () => send(key, { headers: { authorization: 'Bearer x' } }),
  'too-many': async () => {
    site.stop();
    site = await serve(0);
    return send(key);
  },
  unavailable: () => send(key, { headers: { authorization: `Bearer ${OF_OWNER}` } }),
  failed: () => {
    isBroken = true;
    return send(key);
  },
});

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const declared = ENDPOINTS.flatMap((endpoint) =>
  [...PROBLEMS_OF_ALL, ...endpoint.problems].map((word): [string, ProblemWord] => [keyOf(endpoint), word]),
);

test.each(declared)('%s answers %s, as its description says', async (key, word) => {
  const { status, headers, text } = await ({ ...ofAll(key), ...PRODUCED[key] }[word] ?? (() => send(key)))();
  expect([status, headers['content-type']]).toEqual([PROBLEM_KINDS[word].status, 'application/problem+json']);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  if (key.startsWith('HEAD')) return;
  const problem = JSON.parse(text);
  expect(v.safeParse(problemSchema, problem).issues).toBeUndefined();
  expect(problem).toMatchObject({ type: `/release/v1/problems/${word}`, status });
  expect(problem.detail).toMatch(/^[^\n]+\.$/);
});

test.each(ENDPOINTS.map(keyOf))('%s succeeds with the answer that its description names', async (key) => {
  const { status, headers, text } = await (PRODUCED[key]?.success ?? (() => send(key)))();
  const { status: promised, answer } = endpointOf(key);
  expect(status).toBe(promised);
  if (answer === BYTES) expect(headers['content-type']).toBe('application/octet-stream');
  else if (answer) expect(v.safeParse(answer, JSON.parse(text)).issues).toBeUndefined();
  else expect(text).toBe('');
});

test('a grant that may only visit reports visits and activates nothing', async () => {
  const given = await giveGrant(store, { to: 'visites', may: ['visit'] });
  const visits = { authorization: `Bearer ${given.token}` };
  await visit(b);
  const body = { seq: 2, paths: ['/booking'], problems: [] };
  expect((await send(VISITS, { headers: visits, body })).status).toBe(204);
  const activation = { words: ['activate'], body: { words: ['booking@1.0.0-b'] }, headers: visits };
  expect((await send(COMMAND, activation)).status).toBe(403);
});

test('the description declares every endpoint and problem that these tests produce', () => {
  const documented = new Set(declared.map(([key, word]) => `${key} ${word}`));
  const produced = Object.entries(PRODUCED).flatMap(([key, by]) => Object.keys(by).map((word) => `${key} ${word}`));
  expect(produced.filter((one) => !one.endsWith(' success') && !documented.has(one))).toEqual([]);
});

test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  '%s is refused where the description does not declare it',
  async (method) => {
    const paths = [
      '/',
      '/commands/status',
      '/store/index/',
      '/uploads',
      `/uploads/${noUpload}/commit`,
      '/checks',
      '/visits',
    ];
    const others = paths.filter(
      (path) => !ENDPOINTS.some((one) => one.method === method && patternOf(one.path).test(path)),
    );
    for (const path of others) {
      const answer = await sendRaw(site.origin, {
        method,
        path: `/release/v1${path === '/' ? '' : path}`,
        headers: { authorization: `Bearer ${token}`, origin: 'https://evil.example' },
      });
      expect([path, answer.status, JSON.parse(answer.text).type]).toEqual([
        path,
        405,
        '/release/v1/problems/method-not-allowed',
      ]);
      expect(answer.headers.allow).not.toContain(method);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const elsewhere = await sendRaw(site.origin, {
      method,
      path: '/release/v1/grants',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([elsewhere.status, JSON.parse(elsewhere.text).type]).toEqual([404, '/release/v1/problems/not-found']);
  },
);

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
    return [keyOf(one), [...new Set([one.status, ...statuses])].sort().map(String)];
  });
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected));
});
