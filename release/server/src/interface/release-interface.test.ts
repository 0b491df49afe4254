import { changeSite } from '@site/release-core/changes/change';
import { decideActivation } from '@site/release-core/changes/decide';
import { addChecks } from '@site/release-core/checks/pairs';
import { pruneStore } from '@site/release-core/store/prune';
import { openStore, type Store } from '@site/release-core/store/store';
import {
  activateNew,
  activateReleases,
  activateWatched,
  addAll,
  holdPart,
  routeTo,
  tinyRemote,
  tinyStore,
  withFiles,
  withJourneys,
} from '@site/release-core/tests/support/tiny-site';
import { DiskFullError } from '@site/release-core/user-error';
import type { CommitAnswer, UploadAnswer } from '@site/release-core/wire/protocol';
import { callAs, contentsOf, giveGrant, type InterfaceSite, uploadOf } from '../../tests/support/interface-site';
import { type RawRequest, sendRaw } from '../../tests/support/raw-request';
import { serveForTests } from '../../tests/support/serve-for-tests';

let store: Store;
let site: InterfaceSite;
let token: string;

beforeEach(async () => {
  store = await tinyStore();
  site = await serveForTests({ store });
  ({ token } = await giveGrant(store));
});
afterEach(() => jest.useRealTimers());

const call = (method: string, path: string, body?: object, as = token) =>
  callAs(as, `${method} ${site.address}${path}`, body);
const run = (command: string, words: readonly string[], more: object = {}) =>
  call('POST', `/commands/${command}`, { words, ...more });
const activeOf = async (name: string) => (await store.readRevision())?.releases[name]?.active;

/** Uploads a release as a publisher does, but at most `most` of its contents. */
async function upload(artifact = tinyRemote('booking', '1.0.0-b'), most = Number.POSITIVE_INFINITY, as = token) {
  const begun = (await call('POST', '/uploads', uploadOf(artifact), as)).body as UploadAnswer;
  for (const [address, content] of contentsOf(artifact)) {
    if (begun.missing.slice(0, most).includes(address))
      await call('PUT', `/uploads/${begun.upload}/${address}`, content, as);
  }
  return begun;
}
const commit = ({ upload: id }: UploadAnswer, as = token) => call('POST', `/uploads/${id}/commit`, undefined, as);
const checked = (...pairs: { shell: string; name: string; id: string }[]) =>
  addChecks(
    store,
    pairs.map((pair) => ({ ...pair, routes: [] })),
    { who: '', at: '', durationMs: 0 },
  );

test('a team publishes, checks and activates a release from another machine', async () => {
  const begun = await upload();
  expect(begun.missing).toHaveLength(4);
  expect(await store.has('booking', '1.0.0-b')).toBe(false);
  const { status, body } = await commit(begun);
  expect([status, body]).toEqual([
    200,
    { release: { name: 'booking', id: '1.0.0-b' }, outcome: 'new' } satisfies CommitAnswer,
  ]);
  expect(await store.blobs.list('scratch/uploads/')).toEqual([]);

  const early = await run('activate', ['booking@1.0.0-b'], { why: 'a shorter form', seq: 1 });
  const pair = { shell: '1.0.0-s1', name: 'booking', id: '1.0.0-b' };
  expect(early).toMatchObject({ status: 412, body: { type: '/release/v1/problems/not-checked', pairs: [pair] } });
  const record = { pairs: [{ ...pair, routes: ['/booking'] }], durationMs: 8000 };
  expect((await call('POST', '/checks', record)).status).toBe(204);

  const done = await run('activate', ['booking@1.0.0-b'], { why: 'a shorter form', seq: 1 });
  expect(done).toMatchObject({ status: 200, body: { json: { changed: true, seq: 2, who: 'équipe réservation' } } });
  expect((await store.readRevision())?.change.grant).toMatch(/^[a-z0-9]{12}$/);
  expect(await activeOf('booking')).toBe('1.0.0-b');
  const page = await fetch(`${site.origin}/booking`);
  expect(await page.text()).toContain('booking 1.0.0-b');
  expect(site.lines.every((line) => line.includes('équipe réservation'))).toBe(true);
  expect(site.lines.join('\n')).not.toContain(token);
});

test('wrong journeys are refused with an upload, and those that a change reaches run before it is active', async () => {
  const withSteps = (id: string, url: string) =>
    withJourneys(tinyRemote('booking', id), { book: { title: 'Réserver', steps: [{ type: 'navigate', url }] } });
  const refused = await commit(await upload(withSteps('1.0.0-b', 'https://example.com/')));
  expect(refused).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('journeys/book.json, step 1: "url"') },
  });
  expect(await store.has('booking', '1.0.0-b')).toBe(false);

  await commit(await upload(withSteps('1.0.0-c', '/booking')));
  await checked({ shell: '1.0.0-s1', name: 'booking', id: '1.0.0-c' });
  const activate = () => run('activate', ['booking@1.0.0-c'], { seq: 1 });
  const journey = { name: 'booking', id: '1.0.0-c', journey: 'book' };
  expect(await activate()).toMatchObject({ status: 412, body: { pairs: [], journeys: [journey] } });
  const send = async (changes: object, as = token) => {
    const ran = { ...journey, touched: { booking: '1.0.0-c', shell: '1.0.0-s1' }, problem: null, ...changes };
    return (await call('POST', '/checks', { pairs: [], journeys: [ran], durationMs: 1 }, as)).status;
  };
  expect(await send({ journey: '../../grants/x' })).toBe(400);
  expect(await send({ touched: { booking: '1.0.0-c', shell: '../x' } })).toBe(400);
  expect(await send({ touched: { booking: '1.0.0-c' } })).toBe(400);
  const { token: ofLanding } = await giveGrant(store, { names: ['landing'] });
  expect(await send({}, ofLanding)).toBe(403);
  expect(await send({})).toBe(204);
  expect(await activate()).toMatchObject({ status: 200 });
});

test('only a change of the same part is a conflict, and the answer contains the newer state', async () => {
  const both = ['1.0.0-b', '1.0.0-c'].map((id) => ({ shell: '1.0.0-s1', name: 'booking', id }));
  await addAll(store, [...both.map(({ name, id }) => tinyRemote(name, id)), tinyRemote('landing', '1.0.0-b')]);
  await checked(...both);
  await activateReleases(store, { name: 'landing', id: '1.0.0-b' });
  expect((await run('activate', ['booking@1.0.0-b'], { seq: 1 })).status).toBe(200);
  const late = await run('activate', ['booking@1.0.0-c'], { seq: 2 });
  expect(late).toMatchObject({
    status: 409,
    body: { seq: 3, change: { command: 'activate', parts: [{ name: 'booking', to: '1.0.0-b' }] } },
  });
  expect(await activeOf('booking')).toBe('1.0.0-b');
  expect((await run('rollback', ['booking'], { seq: 3 })).status).toBe(200);
  expect(await activeOf('booking')).toBe('1.0.0-a');
});

test('a hold is lifted only by somebody who saw it', async () => {
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  await run('hold', ['booking'], { why: 'an audit' });
  await run('resume', ['booking']);
  await run('hold', ['booking'], { why: 'the guard found failures' });
  const activating = { isUnchecked: true, why: 'a test', isResuming: true };
  for (const late of [
    run('resume', ['booking'], { seq: 2 }),
    run('activate', ['booking@1.0.0-b'], { ...activating, seq: 2 }),
  ]) {
    expect(await late).toMatchObject({ status: 409, body: { seq: 4 } });
  }
  expect((await run('resume', ['booking'], { seq: 4 })).status).toBe(200);
});

test('a rollback of a change requires a grant for all its parts', async () => {
  await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('landing', '1.0.0-b')]);
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' }, { name: 'landing', id: '1.0.0-b' });
  const refused = await run('rollback', [], { change: 2 });
  expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('not for landing') } });
  const both = await giveGrant(store, { to: 'deux équipes', names: ['booking', 'landing'] });
  expect((await call('POST', '/commands/rollback', { words: [], change: 2 }, both.token)).status).toBe(200);
  expect([await activeOf('booking'), await activeOf('landing')]).toEqual(['1.0.0-a', '1.0.0-a']);
});

test('a team can retire its own page, but neither retire nor reuse the former page of another team', async () => {
  const offer = tinyRemote('landing', '1.0.0-b', { routes: [routeTo('/'), routeTo('/offre')] });
  await addAll(store, [offer, tinyRemote('landing', '1.0.0-c')]);
  await activateReleases(store, offer.release);
  const retired = [{ path: '/offre', redirect: '/' }];
  await changeSite(store, '', (current) =>
    decideActivation(store, current, { chosen: [{ name: 'landing', id: '1.0.0-c' }], retired }),
  );
  const taking = tinyRemote('booking', '1.0.0-d', { routes: [routeTo('/offre')] });
  expect((await call('POST', '/uploads', uploadOf(taking))).status).toBe(403);
  const without = tinyRemote('booking', '1.0.0-b', { routes: [routeTo('/reserver', 'booking')] });
  await addAll(store, [without]);
  const moved = { isUnchecked: true, why: 'a shorter address' };
  const other = await run('activate', ['booking@1.0.0-b'], {
    ...moved,
    retire: ['/booking', '/offre'],
    redirect: ['/reserver', '/reserver'],
  });
  expect(other.status).toBe(403);
  expect((await run('activate', ['booking@1.0.0-b'], { ...moved, retire: ['/booking'] })).status).toBe(200);
  const answer = await fetch(`${site.origin}/booking`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/reserver']);
});

test('an uncommitted upload is removed after a day, by the next upload or by prune', async () => {
  const { upload: left } = await upload(undefined, 1);
  const doNotFake = ['setImmediate', 'setTimeout', 'nextTick', 'queueMicrotask'] as const;
  jest.useFakeTimers({ now: Date.now() + 25 * 3_600_000, doNotFake: [...doNotFake] });
  const other = await call('POST', '/uploads', uploadOf(tinyRemote('booking', '1.0.0-c')));
  expect(await store.blobs.list('scratch/uploads/')).toEqual([other.body.upload]);
  expect(left).not.toBe(other.body.upload);
  jest.setSystemTime(Date.now() + 25 * 3_600_000);
  expect((await pruneStore(store, { keep: 10, days: 30 })).uploads).toHaveLength(1);
  expect(await store.blobs.list('scratch/uploads/')).toEqual([]);
});

test('a machine without isolation accepts no release from elsewhere, not even one begun earlier', async () => {
  const begun = await upload(tinyRemote('booking', '1.0.0-b'));
  const open = await serveForTests({ store, uploadRefusal: 'The kernel does not isolate it.' });
  const booking = uploadOf(tinyRemote('booking', '1.0.0-c'));
  for (const answer of [
    await callAs(token, `POST ${open.address}/uploads`, booking),
    await callAs(token, `POST ${open.address}/uploads/${begun.upload}/commit`),
  ]) {
    expect(answer).toMatchObject({ status: 422, body: { detail: 'The kernel does not isolate it.' } });
  }
});

const ADDRESSES = [
  ...['POST /identity', 'POST /commands/status', 'GET /store/index/', 'POST /uploads'],
  ...[`PUT /uploads/0/${'A'.repeat(64)}`, 'POST /uploads/0/commit', 'POST /checks', 'POST /visits'],
  'POST /pictures',
];

test.each(ADDRESSES)('%s asks for a token first, in a problem document that nobody caches', async (address) => {
  const [method = '', path = ''] = address.split(' ');
  const { status, headers } = await call(method, path, undefined, 'x');
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    401,
    'application/problem+json',
    'no-store',
  ]);
});

async function callAt(served: Partial<Parameters<typeof serveForTests>[0]>, address: string, body?: object) {
  const other = await serveForTests({ store, ...served });
  const [method = '', path = ''] = address.split(' ');
  return callAs(token, `${method} ${other.address}${path}`, body);
}

test('a grant has a number of requests in a minute', async () => {
  const { status, headers } = await callAt({ limits: { requestsPerMinute: 0 } }, 'GET /store/index/');
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('an error of the server is in its log only, and a full disk is told', async () => {
  const serving = (change: Partial<Store['blobs']>) => ({ store: openStore({ ...store.blobs, ...change }) });
  const get = () => Promise.reject(new Error('the disk is broken'));
  const failed = await callAt(serving({ get }), 'GET /store/index/1');
  expect([failed.status, JSON.stringify(failed.body)]).toEqual([500, expect.not.stringContaining('broken')]);
  const add = () => Promise.reject(new DiskFullError());
  const holding = { words: ['booking'], why: 'a test' };
  expect((await callAt(serving({ add }), 'POST /commands/hold', holding)).status).toBe(507);
});

test('checks and visits have a limit of their own, and a body that does not arrive in time is refused', async () => {
  for (const address of ['POST /checks', 'POST /visits']) {
    expect((await callAt({ limits: { checksBytes: 9 } }, address, { pairs: [] })).status).toBe(413);
  }
  const begun = await upload(undefined, 0);
  const [[address = '', content = Buffer.alloc(0)] = []] = contentsOf(tinyRemote('booking', '1.0.0-b'));
  const { origin } = await serveForTests({ store, limits: { bodySeconds: 0.1 } });
  const slow = (request: Omit<RawRequest, 'headers'>, type: string) =>
    sendRaw(origin, { ...request, headers: { authorization: `Bearer ${token}`, 'content-type': type }, isOpen: true });
  const command = { method: 'POST', path: '/release/v1/commands/status', body: '{' };
  const put = { method: 'PUT', path: `/release/v1/uploads/${begun.upload}/${address}`, body: content.subarray(1) };
  // Not Node's own answer, which comes later and has no document.
  const tooSlow = { status: 408, text: expect.stringContaining('/problems/too-slow') };
  expect(await slow(command, 'application/json')).toMatchObject(tooSlow);
  expect(await slow(put, 'application/octet-stream')).toMatchObject(tooSlow);
  expect((await call('PUT', `/uploads/${begun.upload}/${'A'.repeat(64)}`, content)).status).toBe(404);
});

test('a command of the machine is unknown here, and a refusal for a hold describes it', async () => {
  for (const name of ['prune', '__proto__']) expect((await run(name, [])).status).toBe(404);
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  await holdPart(store, 'booking', 'loses dates');
  expect(await run('activate', ['booking@1.0.0-b'], { isUnchecked: true, why: 'a test' })).toMatchObject({
    status: 423,
    body: { holds: { booking: { kind: 'hold', why: 'loses dates', seq: 2 } } },
  });
});

test('a commit is refused for what others changed since its upload began, and without its contents', async () => {
  const taken = await upload(tinyRemote('booking', '1.0.0-c', { routes: [routeTo('/stages')] }));
  const late = await upload();
  expect((await commit(await upload(tinyRemote('booking', '1.0.0-d'), 0))).status).toBe(422);
  await activateNew(store, tinyRemote('landing', '1.0.0-b', { routes: [routeTo('/'), routeTo('/stages')] }));
  expect((await commit(taken)).status).toBe(403);
  await addAll(store, [
    withFiles(tinyRemote('booking', '1.0.0-b'), { client: { 'picture.svg': '<svg id="other"/>' } }),
  ]);
  expect((await commit(late)).status).toBe(409);
});

test('a visit is stored for a watched change of the own part, also with the right to nothing else', async () => {
  const { token: visiting } = await giveGrant(store, { to: 'visites', may: ['visit'] });
  await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('landing', '1.0.0-b')]);
  await activateWatched(store, { name: 'booking', id: '1.0.0-b' });
  await activateWatched(store, { name: 'landing', id: '1.0.0-b' });
  const visit = async (seq: number, as = token) =>
    (await call('POST', '/visits', { seq, paths: ['/booking'], problems: [] }, as)).status;
  expect([await visit(1), await visit(2), await visit(2, visiting), await visit(3)]).toEqual([422, 204, 204, 403]);
  const activation = await call('POST', '/commands/activate', { words: ['booking@1.0.0-a'] }, visiting);
  expect(activation.status).toBe(403);
});

test('another method or command is refused with those that there are, and without CORS', async () => {
  const headers = { authorization: `Bearer ${token}`, origin: 'https://evil.example' };
  for (const [method, path, allowed] of [
    ['DELETE', '/commands/status', 'POST'],
    ['PUT', '/store/index/', 'GET'],
    ['OPTIONS', '/checks', 'POST'],
  ] as const) {
    const answer = await sendRaw(site.origin, { method, path: `/release/v1${path}`, headers });
    expect([answer.status, answer.headers.allow]).toEqual([405, allowed]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
  expect((await call('GET', '/grants')).status).toBe(404);
  expect((await run('verify', [])).body).toMatchObject({
    detail: expect.stringMatching(/^The site takes no command "verify" from elsewhere\. It takes activate, .*, log\.$/),
  });
});
