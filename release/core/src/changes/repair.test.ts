import { activateReleases, addAll, tinyRemote, tinyStore } from '../../tests/support/tiny-site';
import { verify } from '../store/damage';
import type { Revision } from '../store/revision';
import { openStore, type Store } from '../store/store';
import { changeSite } from './change';
import { requireState } from './decide';
import { repair } from './repair';

let store: Store;
let revision: Revision;

beforeEach(async () => {
  store = await tinyStore();
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  revision = await activate('1.0.0-b');
});

async function activate(id: string): Promise<Revision> {
  const changed = await activateReleases(store, { name: 'booking', id });
  if (!changed) throw new Error('Nothing was to change.');
  return changed.revision;
}

const bodyOf = (path: string) => `bodies/${revision.pages[path]?.body}`;
const templateOf = (path: string) => `rendered/${revision.pages[path]?.template}`;
const runRepair = () => repair(store, 'a broken disk');

test('the repair changes nothing when nothing is damaged', async () => {
  const add = jest.spyOn(store.blobs, 'add');
  expect(await runRepair()).toEqual({ repaired: [], left: [], added: null, from: 2 });
  expect(add).not.toHaveBeenCalled();
});

test.each([
  ['a page', () => bodyOf('/booking'), 'the page /booking'],
  ['a file at the root', () => bodyOf('/robots.txt'), 'the page /robots.txt'],
  ['a compressed page', () => `${bodyOf('/')}.br`, 'the compressed page / (.br)'],
  ['a template', () => templateOf('/booking'), 'the template of /booking'],
  ['the template of root files', () => templateOf('/site.webmanifest'), 'the template of /site.webmanifest'],
])('the repair restores %s in place to the same bytes, without another revision', async (_, key, what) => {
  const whole = await store.blobs.get(key());
  for (const [damage, state] of [
    [async () => store.blobs.replace(key(), 'something else'), 'has changed'],
    [async () => store.blobs.remove(key()), 'is missing'],
  ] as const) {
    await damage();
    expect(await runRepair()).toEqual({ repaired: [`${what} ${state}`], left: [], added: null, from: 2 });
    expect(await store.blobs.get(key())).toEqual(whole);
    expect(await store.readRevision()).toEqual(revision);
  }
  expect(await verify(store, revision)).toEqual([]);
});

test('the repair renders a page again when both its body and its template are damaged', async () => {
  await store.blobs.replace(bodyOf('/booking'), 'x');
  await store.blobs.replace(templateOf('/booking'), 'x');
  expect((await runRepair()).repaired).toHaveLength(2);
  expect(await verify(store, revision)).toEqual([]);
});

test('the repair continues from the latest revision that can be read, under the next number, and keeps the damaged one', async () => {
  await store.blobs.replace('index/00000002.json', '{"seq":2');
  const { repaired, left, added } = await runRepair();
  expect(repaired).toEqual(['index/00000002.json is damaged: it is no valid JSON']);
  expect(left).toEqual([]);
  expect(added).toMatchObject({
    seq: 3,
    releases: { booking: { active: '1.0.0-a', previous: [] } },
    change: { command: 'repair', parts: [], why: 'a broken disk', who: expect.any(String), at: expect.any(String) },
  });
  expect(await store.readRevision()).toEqual(added);
  expect(await verify(store, requireState(added))).toEqual([]);
  expect((await store.blobs.get('index/00000002.json'))?.toString()).toBe('{"seq":2');
  expect((await activate('1.0.0-b')).seq).toBe(4);
});

test('the repair lists a file that only a publication restores, and still repairs the pages', async () => {
  const what = 'r/booking/1.0.0-b/remoteEntry.js has changed';
  await store.blobs.replace('r/booking/1.0.0-b/remoteEntry.js', 'something else');
  await store.blobs.remove(bodyOf('/booking'));
  expect(await runRepair()).toEqual({ repaired: ['the page /booking is missing'], left: [what], added: null, from: 2 });
  expect(await verify(store, revision)).toEqual([what]);
});

test('the repair adds a revision without a fallback whose description is damaged', async () => {
  await store.blobs.replace('r/booking/1.0.0-a/release.json', '{');
  await store.blobs.remove(bodyOf('/booking'));
  const { left, added } = await runRepair();
  expect(left).toEqual(['r/booking/1.0.0-a/release.json is damaged: it is no valid JSON']);
  expect(added).toMatchObject({ seq: 3, releases: revision.releases });
  expect(await verify(store, requireState(added))).toEqual(left);
});

test('the repair renders nothing with a damaged node build', async () => {
  await store.blobs.replace('node/booking/1.0.0-b/booking-page.js', "exports.Page = () => 'hacked';");
  await store.blobs.remove(templateOf('/booking'));
  await store.blobs.remove(bodyOf('/booking'));
  const { repaired, left } = await runRepair();
  expect(repaired).toEqual([]);
  expect(left).toEqual([
    'node/booking/1.0.0-b/booking-page.js has changed',
    'the page /booking is missing',
    'the template of /booking is missing',
    'node/booking/1.0.0-b/booking-page.js is damaged: it has changed. Publish the same sources of booking again to restore it.',
  ]);
  expect(await store.readRevision()).toEqual(revision);
});

test('the repair keeps an activation that was faster than the repair', async () => {
  await store.blobs.remove(bodyOf('/'));
  await addAll(store, [tinyRemote('landing', '1.0.0-b')]);
  let isFirst = true;
  const get = async (key: string) => {
    if (isFirst && key.startsWith('bodies/')) {
      isFirst = false;
      await activateReleases(store, { name: 'landing', id: '1.0.0-b' });
    }
    return store.blobs.get(key);
  };
  await repair(openStore({ ...store.blobs, get }), '');
  const state = requireState(await store.readRevision());
  expect(state).toMatchObject({ seq: 3, releases: { landing: { active: '1.0.0-b' } } });
  expect(await verify(store, state)).toEqual([]);
});

test('the repair cannot repair a damaged file of the owner, and names the command that stores it again', async () => {
  const content = Buffer.from('%PDF-1.7');
  const path = '/fichiers/programme.pdf';
  const files = { [path]: { body: await store.addBody(path, content), contentType: 'application/pdf' } };
  const { releases, data } = revision;
  await changeSite(store, '', async () => ({
    releases,
    data: { ...data, files },
    change: { command: 'compose', parts: [] },
  }));
  await store.blobs.replace(`bodies/${files[path]?.body}`, '%PDF-1.6');
  await store.blobs.remove(bodyOf('/robots.txt'));
  const { repaired, left, added } = await runRepair();
  expect({ repaired, added }).toEqual({ repaired: ['the page /robots.txt is missing'], added: null });
  expect(left).toEqual([`the page ${path} has changed: "npx pnpm release compose" stores it again`]);
  await store.addBody(path, content);
  expect(await runRepair()).toMatchObject({ repaired: [], left: [] });
});
