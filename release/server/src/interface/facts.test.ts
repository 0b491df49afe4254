import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSiteStore, type Store } from '@site/release-core/store/store';
import { shipped } from '@site/release-core/tests/support/repository';
import {
  type BuiltRelease,
  openTinySite,
  tinyRemote,
  tinyShell,
  withFiles,
} from '@site/release-core/tests/support/tiny-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { callAs, type InterfaceSite } from '../../tests/support/interface-site';
import { serveForTests } from '../../tests/support/serve-for-tests';
import { composedPages } from '../http/composed-pages';
import { composePreview, createFactsPreviews } from '../preview/compose-preview';
import { previewPages } from '../preview/preview-pages';

const OWNER = `e30.${Buffer.from(JSON.stringify({ role: 'authenticated' })).toString('base64url')}.x`;
const askOwner = async (token: string) => (token === OWNER ? { email: 'ada@exemple.fr', name: 'Ada Martin' } : null);
let folder: string;
let store: Store;
let site: InterfaceSite;

function shellWithReplyTime(): BuiltRelease {
  const shell = tinyShell('1.0.0-facts');
  const render = `${shell.node.get('render.js')}`.replace('site.product', 'site.replyTime');
  return withFiles(shell, { node: { 'render.js': render } });
}

beforeAll(async () => {
  folder = temporaryFolder();
  await writeFile(join(folder, 'site.json'), await readFile(shipped, 'utf8'));
  store = openSiteStore(folder);
  await openTinySite(store, [shellWithReplyTime(), tinyRemote('landing')]);
  const { keep } = createFactsPreviews(store.blobs);
  site = await serveForTests({ store, dataDir: folder, askOwner, keepPreview: keep });
});

const run = (command: string, asked: object = {}, { address } = site) =>
  callAs(OWNER, `POST ${address}/commands/${command}`, { words: [], ...asked });

const factOf = async (key: string) => {
  const { body } = await run('facts');
  return body.json.facts.find((fact: { readonly key: string }) => fact.key === key);
};
const facts = { replyTime: 'sous deux jours <b>' };

// Each test continues from the state that the previous ones left.
test('a preview names the pages that change and shows them by an address that cannot be guessed, on each server; no page changes', async () => {
  const { body } = await run('preview-facts', { facts });
  const { requested, paths } = body.json;
  expect([requested, paths]).toEqual([expect.stringMatching(/^facts:[0-9a-f]{11}-[0-9a-f]{32}$/), ['/']]);
  expect((await store.readState()).revision?.seq).toBe(1);
  // Another server of the site, which has kept no preview itself.
  const { find: findFacts } = createFactsPreviews(openSiteStore(folder).blobs);
  const previewAt = previewPages({
    store,
    pageAt: composedPages(store),
    compose: (request, revision) => composePreview(store, revision, request),
    findFacts,
    log: () => undefined,
  });
  const look = async (address: string) => {
    const page = await previewAt(address, '/');
    return page.status === 308 ? page : { page, html: page.body.identity.toString() };
  };
  const shown = await look(requested);
  expect(shown).toMatchObject({ page: { isSandboxed: true }, html: expect.stringContaining('sous deux jours') });
  expect(shown).toMatchObject({ html: expect.stringContaining(`"preview":{"requested":"${requested}"}`) });
});

test('an owner publishes facts; who saw an older state is refused; the log and the list name them', async () => {
  expect(await run('edit-facts', { facts, seq: 1 })).toMatchObject({
    status: 200,
    body: { json: { seq: 2, command: 'edit-facts', facts: ['replyTime'], who: 'Ada Martin', edited: facts } },
  });
  expect(await run('edit-facts', { facts: { replyTime: 'demain' }, seq: 1 })).toMatchObject({ status: 409 });
  expect((await store.readState()).revision?.data.site.replyTime).toBe(facts.replyTime);
  expect(await factOf('replyTime')).toEqual({ key: 'replyTime', value: facts.replyTime, file: '', isEdited: true });
  expect(await factOf('phone')).toMatchObject({ value: '06\u00a039\u00a098\u00a000\u00a000', isEdited: false });
});

test('the list says what mails to visitors lack, and so whether they are on', async () => {
  expect((await run('facts')).body.json.visitorMailsLack).toEqual(['server', 'origin']);
  expect(await factOf('visitorMails')).toMatchObject({ value: false, file: false });
});

test('facts that do not pass the checks are refused by their keys', async () => {
  expect(await run('edit-facts', { facts: { email: 'personne' }, seq: 2 })).toMatchObject({
    status: 422,
    body: { facts: [{ key: 'email', rule: 'plausible' }] },
  });
});

test('prices are listed as they are shown, and what is in no page is listed too: testimonials without a date, kept promises', async () => {
  const rows = ['Anne M.\tmandataire\tTout tourne.\t2026-10-01\t', 'Paul\t\tMerci.\t2026-10-02\t2026-10-09'];
  const facts = { testimonials: rows, 'prices.funded': '1 490,00 € TTC', promises: ['Remboursé'] };
  expect((await run('edit-facts', { facts, seq: 2 })).status).toBe(200);
  const { site } = (await store.readState()).revision?.data ?? {};
  expect(site?.testimonials).toEqual([{ name: 'Paul', role: '', text: 'Merci.', date: '2026-10-02' }]);
  expect(await factOf('testimonials')).toMatchObject({ value: rows, file: [] });
  expect(await factOf('promises')).toEqual({ key: 'promises', value: ['Remboursé'], file: [], isEdited: true });
  expect(await factOf('prices.standard')).toMatchObject({ value: '199', file: '199', isEdited: false });
  expect(await factOf('prices.funded')).toMatchObject({ value: '1490', file: '320', isEdited: true });
});

test('a picture is previewed before the site has its address, then served for good with its own type', async () => {
  const jpeg = Buffer.from('\xff\xd8\xff\xe0 <script>alert(1)</script> \xff\xd9', 'latin1');
  const send = (body: Buffer) => callAs(OWNER, `POST ${site.address}/pictures`, body);
  const { path } = (await send(jpeg)).body;
  expect((await send(jpeg)).body.path).toBe(path);
  const look = () => fetch(site.origin + path);
  expect((await look()).status).toBe(404);
  const facts = { 'trainer.name': 'Ada', 'trainer.path': 'Dix ans en agence.', 'trainer.photo': path };
  const { requested } = (await run('preview-facts', { facts })).body.json;
  const previewed = await createFactsPreviews(store.blobs).find(requested);
  expect(previewed?.site.trainer?.photo).toBe(`data:image/jpeg;base64,${jpeg.toString('base64')}`);
  expect((await run('edit-facts', { facts, seq: 3 })).status).toBe(200);
  const { status, headers } = await look();
  const sent = (name: string) => headers.get(name);
  expect([status, sent('content-type'), sent('cache-control')]).toEqual([
    ...[200, 'image/jpeg', 'public, max-age=31536000, immutable'],
  ]);
  expect([sent('x-content-type-options'), sent('content-security-policy')]).toEqual([
    ...['nosniff', "default-src 'none'; frame-ancestors 'none'"],
  ]);
});

test('a grant uploads a number of pictures in a minute', async () => {
  const { address } = await serveForTests({ store, dataDir: folder, askOwner, limits: { picturesPerMinute: 0 } });
  const { status, headers } = await callAs(OWNER, `POST ${address}/pictures`, Buffer.from('x'));
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
});
