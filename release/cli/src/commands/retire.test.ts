import { dryBlobs } from '@site/release-core/store/dry-blobs';
import type { IndexEntry } from '@site/release-core/store/release';
import { openStore, type Store } from '@site/release-core/store/store';
import { activateNew, activateReleases } from '@site/release-core/tests/support/change';
import { addAll, routeTo, tinyRemote, tinyShell, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { composedPages } from '@site/server/serve/composed-pages';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';
import type { Command } from '../command/command';
import { activate } from './activate';
import { composeAgain } from './compose';
import { deactivate } from './deactivate';
import { revoke } from './revoke';
import { rollback } from './rollback';

const pages = (...paths: string[]) => ({ routes: paths.map((path) => routeTo(path)) });

let store: Store;

beforeEach(async () => {
  store = await tinyStore([
    tinyShell(),
    tinyRemote('landing'),
    tinyRemote('guide', '1.0.0-a', pages('/guide', '/prices', '/dates')),
  ]);
  await addAll(store, [
    tinyRemote('guide', '1.0.0-b', pages('/guide', '/dates')),
    tinyRemote('guide', '1.0.0-c', { routes: [routeTo('/manual', 'guide'), routeTo('/dates')] }),
  ]);
});

const run = (command: Command, words: string[], options?: TypedFlags) =>
  runIn(command, contextOn(store, options), ...words);
const now = async () => (await store.readIndex()) as IndexEntry;
const at = async (path: string) => {
  const answer = await composedPages(store)(path);
  return 'location' in answer ? `→ ${answer.location}` : answer.status;
};

test('redirects a retired path to the named page, also after later changes', async () => {
  const { text } = await run(activate, ['guide@1.0.0-b'], { retire: ['/prices'], redirect: ['/guide'] });
  expect(text).toContain('/prices leads to /guide.');
  expect(await at('/prices')).toBe('→ /guide');
  await activateNew(store, tinyRemote('landing', '1.0.0-b'));
  expect(await at('/prices')).toBe('→ /guide');
  expect((await now()).redirects).toEqual({ '/prices': '/guide' });
});

test('a dry run says where retired paths would lead, and changes nothing', async () => {
  const { seq } = await now();
  const options = { isDry: true, retire: ['/prices'], redirect: ['/guide'] };
  const { text } = await runIn(activate, contextOn(openStore(dryBlobs(store.blobs)), options), 'guide@1.0.0-b');
  expect(text).toContain('2. decide: activate guide: 1.0.0-a → 1.0.0-b, /prices leads to /guide\n');
  expect((await now()).seq).toBe(seq);
});

test('needs no target to redirect a page that moved', async () => {
  await run(activate, ['guide@1.0.0-c'], { retire: ['/guide', '/prices'], redirect: ['/manual', '/dates'] });
  expect([await at('/guide'), await at('/prices'), await at('/manual')]).toEqual(['→ /manual', '→ /dates', 200]);
  await run(rollback, ['guide']);
  expect([await at('/guide'), await at('/prices'), await at('/manual')]).toEqual([200, 200, 404]);
  await addAll(store, [
    tinyRemote('guide', '1.0.0-d', { routes: [routeTo('/manual', 'guide'), ...pages('/prices', '/dates').routes] }),
  ]);
  await run(activate, ['guide@1.0.0-d'], { retire: ['/guide'], resume: true });
  expect(await at('/guide')).toBe('→ /manual');
});

test('moves a page from one part to another in one change', async () => {
  await addAll(store, [tinyRemote('offer', '1.0.0-a', pages('/prices'))]);
  await run(activate, ['guide@1.0.0-b', 'offer@1.0.0-a']);
  expect(await at('/prices')).toBe(200);
  expect((await now()).redirects).toBeUndefined();
});

test('resolves a chain of redirects to the page at its end', async () => {
  await run(activate, ['guide@1.0.0-b'], { retire: ['/prices'], redirect: ['/guide'] });
  await run(activate, ['guide@1.0.0-c'], { retire: ['/guide'] });
  expect(await at('/prices')).toBe('→ /manual');
  expect((await now()).redirects).toEqual({ '/prices': '/guide', '/guide': '/manual' });
});

test('answers 404 when the target of a redirect is gone, and reports it with the change', async () => {
  await run(activate, ['guide@1.0.0-b'], { retire: ['/prices'], redirect: ['/dates'] });
  const { text } = await run(deactivate, ['guide']);
  expect(text).toContain('/prices answers 404 now.');
  expect(await at('/prices')).toBe(404);
});

test.each([
  [{ retire: ['/guide'], redirect: ['/dates'] }, '/guide is still a page after this change: it cannot be retired.'],
  [
    { retire: ['/nowhere'], redirect: ['/dates'] },
    '/nowhere is no page of the site: choose among /, /guide, /prices, /dates.',
  ],
  [
    { retire: ['/prices'], redirect: ['/prices'] },
    '/prices cannot lead to /prices, which is no page after this change: choose among /, /guide, /dates.',
  ],
  [
    { retire: [], redirect: ['/dates'] },
    '--redirect names where a retired path leads: name that path with --retire before it.',
  ],
  [
    { retire: ['/prices', '/x'], redirect: ['/dates'] },
    'Give a --redirect for each --retire, or none where all these pages moved.',
  ],
  [{ retire: ['/constructor'], redirect: ['/dates'] }, '/constructor is no page of the site'],
])('refuses %j', async (options, sentence) => {
  await expect(run(activate, ['guide@1.0.0-b'], options)).rejects.toThrow(sentence);
  expect((await now()).seq).toBe(1);
});

describe('deactivating', () => {
  test('removes the pages of the part, keeps its releases, and names the command that activates it again', async () => {
    const { text } = await run(deactivate, ['guide']);
    expect(text).toContain(
      'guide: 1.0.0-a is deactivated. To bring it back: "npx pnpm release activate guide@1.0.0-a".',
    );
    expect(text).toContain('/guide answers 404 now.');
    expect(await at('/guide')).toBe(404);
    expect(JSON.stringify(await index())).not.toContain('guide');
    await run(activate, ['guide@1.0.0-a']);
    expect(await at('/guide')).toBe(200);
    expect((await now()).deactivated).toBeUndefined();
  });

  test('can redirect the pages of the part', async () => {
    const paths = ['/guide', '/prices', '/dates'];
    await run(deactivate, ['guide'], { retire: paths, redirect: ['/', '/', '/'] });
    expect(await at('/dates')).toBe('→ /');
  });

  test('keeps the revoked and the previous releases of the part', async () => {
    await activateReleases(store, { name: 'guide', id: '1.0.0-a' });
    await run(activate, ['guide@1.0.0-b'], { retire: ['/prices'], redirect: ['/guide'] });
    await run(revoke, ['guide@1.0.0-c']);
    await run(deactivate, ['guide']);
    await run(composeAgain, []).catch(() => undefined);
    await expect(run(activate, ['guide@1.0.0-c'], { retire: ['/guide'] })).rejects.toThrow('is revoked for good');
    await run(activate, ['guide@1.0.0-b']);
    expect((await now()).releases.guide).toEqual({ active: '1.0.0-b', previous: ['1.0.0-a'], revoked: ['1.0.0-c'] });
  });

  test('refuses the shell, a page that the shell links to, and unknown parts, and does nothing twice', async () => {
    await expect(run(deactivate, ['shell'])).rejects.toThrow('The site cannot be without a shell');
    await expect(run(deactivate, ['landing'])).rejects.toThrow('no active release has the page home');
    await expect(run(deactivate, ['nobody'])).rejects.toThrow('Nothing is called "nobody"');
    await run(deactivate, ['guide']);
    expect(await run(deactivate, ['guide'])).toMatchObject({ text: 'guide is already inactive.' });
    await expect(run(rollback, ['guide'])).rejects.toThrow('guide is not active: there is nothing to roll back.');
    expect((await now()).seq).toBe(2);
  });

  test('happens when the change that added a part is rolled back, not when its first release is', async () => {
    await addAll(store, [tinyRemote('shop')]);
    await run(activate, ['shop@1.0.0-a']);
    await expect(run(rollback, ['shop'])).rejects.toThrow('shop has no older release than 1.0.0-a.');
    const { text, json } = await run(rollback, [], { change: '2' });
    expect(text).toContain(
      'shop: 1.0.0-a is deactivated. There is no previous release: publish a corrected one, then activate it.',
    );
    expect(json).toMatchObject({ command: 'rollback', parts: [{ name: 'shop', from: '1.0.0-a' }] });
    expect(await at('/shop')).toBe(404);
  });

  test('a revocation reports only the releases that it replaced', async () => {
    await run(activate, ['guide@1.0.0-b'], { retire: ['/prices'], redirect: ['/guide'] });
    expect((await run(revoke, ['guide@1.0.0-a'])).text).toMatch(/^guide@1\.0\.0-a is revoked\.\nChange 3\./);
    const { text } = await run(revoke, ['guide@1.0.0-b']);
    expect(text).toMatch(/^guide@1\.0\.0-b is revoked\.\nguide: 1\.0\.0-b is deactivated\./);
    expect((await run(revoke, ['guide@1.0.0-c'])).text).toMatch(/^guide@1\.0\.0-c is revoked\.\nChange 5\./);
  });
});

async function index(): Promise<unknown> {
  const { pages } = await now();
  return JSON.parse((await store.readBody(pages['/releases.json']?.body ?? '')).toString());
}
