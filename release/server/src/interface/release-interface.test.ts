import { decideActivation } from '@site/release-core/changes/decide';
import { changeIndex } from '@site/release-core/changes/change';
import { addChecks } from '@site/release-core/compose/checks';
import { pruneStore } from '@site/release-core/operations/prune';
import type { Store } from '@site/release-core/store/store';
import {
  activateReleases,
  addAll,
  routeTo,
  tinyRemote,
  tinyShell,
  tinyStore,
} from '@site/release-core/tests/support/tiny-site';
import { grantsIn } from '@site/release-core/wire/grants';
import type { CommitAnswer, UploadAnswer } from '@site/release-core/wire/wire';
import {
  callAs,
  contentsOf,
  giveGrant,
  type InterfaceSite,
  uploadOf,
  WITHDRAWAL,
} from '../../tests/support/interface-site';
import { serveForTests } from '../../tests/support/serve-for-tests';
import { LIMITS } from './limits';

let store: Store;
let site: InterfaceSite;
let token: string;

beforeEach(async () => {
  store = await tinyStore();
  site = await serveForTests({ store });
  ({ token } = await giveGrant(store));
});
afterEach(() => {
  jest.useRealTimers();
  site.stop();
});

const call = (method: string, path: string, body?: object, as = token) =>
  callAs(as, `${method} ${site.address}${path}`, body);
const run = (command: string, words: readonly string[], more: object = {}) =>
  call('POST', `/commands/${command}`, { words, ...more });
const activeOf = async (name: string) => (await store.readIndex())?.releases[name]?.active;

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
    pairs.map((pair) => ({ ...pair, routes: [], forms: [] })),
    { who: '', at: '', durationMs: 0 },
  );

test('the interface answers like an unknown page when all grants are withdrawn', async () => {
  const [grant] = await grantsIn(store.blobs).list();
  await grantsIn(store.blobs).withdraw(grant?.id ?? '', WITHDRAWAL);
  for (const path of ['', '/commands/status', '/store/index/']) {
    const answer = await fetch(site.address + path, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  }
});

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
  const record = { pairs: [{ ...pair, routes: ['/booking'], forms: [] }], durationMs: 8000 };
  expect((await call('POST', '/checks', record)).status).toBe(204);

  const done = await run('activate', ['booking@1.0.0-b'], { why: 'a shorter form', seq: 1 });
  expect(done).toMatchObject({ status: 200, body: { json: { changed: true, seq: 2, who: 'équipe réservation' } } });
  expect((await store.readIndex())?.change.grant).toMatch(/^[a-z0-9]{12}$/);
  expect(await activeOf('booking')).toBe('1.0.0-b');
  const page = await fetch(`${site.origin}/booking`);
  expect(await page.text()).toContain('booking 1.0.0-b');
  expect(site.lines.every((line) => line.includes('équipe réservation'))).toBe(true);
  expect(site.lines.join('\n')).not.toContain(token);
});

test('an interrupted upload continues with the missing contents, and publishing again changes nothing', async () => {
  const first = await upload(undefined, 1);
  const second = await upload();
  expect([second.upload, second.missing.length]).toEqual([first.upload, first.missing.length - 1]);
  expect((await commit(second)).body.outcome).toBe('new');
  const again = await upload();
  expect(again.missing).toEqual([]);
  expect((await commit(again)).body.outcome).toBe('known');
});

test('an upload stores the same bytes as a publication on the machine, and names the team', async () => {
  const routes = [routeTo('/booking'), { ...routeTo('/reservation/gerer', 'manage'), noindex: true as const }];
  const artifact = tinyRemote('booking', '1.0.0-b', { routes });
  await commit(await upload(artifact));
  const stored = await store.read('booking', '1.0.0-b');
  expect(stored).toEqual({ ...uploadOf(artifact).release, publishedAt: stored.publishedAt });
  expect((await store.blobs.get('r/booking/1.0.0-b/remoteEntry.js'))?.toString()).toBe('booking(1.0.0-b)');
  const publication = await store.blobs.get('publications/booking/1.0.0-b.json');
  expect(JSON.parse(publication?.toString() ?? '')).toMatchObject({ author: 'Alex Roy', who: 'équipe réservation' });
});

test('a shell is refused when its code offers other names than its description lists', async () => {
  const { token: ofShell } = await giveGrant(store, { names: ['shell'] });
  const honest = tinyShell('1.0.0-s2');
  const { offers } = honest.release;
  if (!offers) throw new Error('A shell offers something.');
  const boastful = tinyShell('1.0.0-s3', { offers: { ...offers, sharedUi: [...offers.sharedUi, 'Dialog'] } });
  const refused = await commit(await upload(boastful, undefined, ofShell), ofShell);
  expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining('offers') } });
  expect(await store.listIds('shell')).toEqual(['1.0.0-s1']);
  expect(await commit(await upload(honest, undefined, ofShell), ofShell)).toMatchObject({ status: 200 });
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
  await changeIndex(store, '', (current) =>
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

test('commands at once beyond the limit are refused, and the others are answered', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const read = store.readState;
  jest.spyOn(store, 'readState').mockImplementation(async () => {
    await answered;
    return read();
  });
  const all = Array.from({ length: LIMITS.commandsAtOnce + 1 }, () => run('status', []));
  const refused = await Promise.race(all);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  answer();
  const others = (await Promise.all(all)).filter((one) => one !== refused);
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
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
  open.stop();
});
