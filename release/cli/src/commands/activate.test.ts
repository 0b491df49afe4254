import type { DeclaredType, DeclaredTypes } from '@site/contract/build';
import { requireAccepted } from '@site/release-core/changes/activate';
import { changeSite } from '@site/release-core/changes/change';
import { decideActivation } from '@site/release-core/changes/decide';
import type { ReleaseName } from '@site/release-core/store/keys';
import type { Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import {
  activateNew,
  activateReleases,
  addAll,
  type BuiltRelease,
  requiring,
  rollBack,
  routeTo,
  tinyRemote,
  tinyShell,
  tinyStore,
  withFiles,
} from '@site/release-core/tests/support/tiny-site';
import { UserError } from '@site/release-core/user-error';
import { composedPages } from '@site/release-server/http/composed-pages';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';

describe('changed types', () => {
  const declaredAs = (text: string): DeclaredType => ({ hash: `hash of ${text}`, text });
  const OLD = { sharedUi: { Button: declaredAs('a: 1\nb: 1') }, host: { navigate: declaredAs('(to: string)') } };
  const NEW = { sharedUi: { Button: declaredAs('a: 1\nb: 2') }, host: { navigate: declaredAs('(to: URL)') } };
  const NAMES = { sharedUi: ['Button'], host: ['navigate'] };

  const typed = (artifact: BuiltRelease, types: DeclaredTypes | string) =>
    withFiles(artifact, { node: { 'types.json': typeof types === 'string' ? types : JSON.stringify(types) } });

  const remote = (name: string, id: string) => tinyRemote(name, id, requiring(NAMES));

  let store: Store;

  beforeEach(async () => {
    store = await tinyStore([
      typed(tinyShell(), OLD),
      typed(remote('landing', '1.0.0-a'), { ...OLD, host: {} }),
      typed(remote('booking', '1.0.0-a'), OLD),
    ]);
    await addAll(store, [typed(tinyShell('1.0.0-s2'), NEW), typed(remote('booking', '1.0.0-b'), NEW)]);
  });

  interface Options {
    readonly accept?: readonly string[];
    readonly why?: string;
  }

  const activate = (chosen: readonly ReleaseName[], { accept = [], why = '' }: Options = {}) =>
    changeSite(store, why, async (current) => {
      const decision = await decideActivation(store, current, { chosen });
      return decision && requireAccepted({ store, options: { accept } }, current, decision);
    });

  const SHELL = { name: 'shell', id: '1.0.0-s2' };
  const refusal = async (...words: Parameters<typeof activate>) => {
    const error: unknown = await activate(...words).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserError);
    return (error as Error).message;
  };
  const activeShell = async () => (await store.readRevision())?.releases.shell?.active;

  test('a shell with changed types is refused with each old and new type, and the remotes that use it', async () => {
    expect(await refusal([SHELL])).toBe(
      [
        'Button has another type than landing@1.0.0-a, booking@1.0.0-a were built against:',
        '  − b: 1',
        '  + b: 2',
        'host.navigate has another type than booking@1.0.0-a was built against:',
        '  − (to: string)',
        '  + (to: URL)',
        'Nothing was changed: build and publish those remotes again, or look at the types and add --accept Button --accept host.navigate --why "…".',
      ].join('\n'),
    );
    expect(await activeShell()).toBe('1.0.0-s1');
  });

  test('the command refuses until the names are accepted with a reason, and log lists them', async () => {
    const run = (options: TypedFlags) => runIn('activate', contextOn(store, options), 'shell@1.0.0-s2');

    await expect(run({})).rejects.toThrow('Button has another type');
    await expect(run({ accept: ['Button'], why: ' ', unchecked: false })).rejects.toThrow('--accept needs a reason');
    await run({ accept: ['Button', 'host.navigate', 'Button', 'Heading'], why: 'only wider' });
    expect(await activeShell()).toBe('1.0.0-s2');
    expect((await runIn('log', contextOn(store))).text).toContain(
      'activate shell (watched; unchecked; accepted Button, host.navigate)',
    );
  });

  test('remotes that were built against the types of the new shell are activated with it without --accept', async () => {
    await addAll(store, [typed(remote('landing', '1.0.0-b'), { ...NEW, host: {} })]);
    const all = [SHELL, { name: 'landing', id: '1.0.0-b' }, { name: 'booking', id: '1.0.0-b' }];

    expect((await activate(all))?.revision.change).not.toHaveProperty('accepted');
  });

  test('a rollback does not compare types', async () => {
    await activateReleases(store, SHELL, { name: 'booking', id: '1.0.0-b' });

    await rollBack(store, 'shell');
    expect(await activeShell()).toBe('1.0.0-s1');
  });

  test.each([
    ['no JSON', '{'],
    ['no types', '{"sharedUi":{}}'],
    ['a name that would change the terminal', '{"sharedUi":{"\\u001b[2J":{"hash":"","text":""}},"host":{}}'],
  ])('recorded types that contain %s are refused with the name of their file', async (_, content) => {
    await addAll(store, [typed(remote('booking', '1.0.0-c'), content)]);

    expect(await refusal([{ name: 'booking', id: '1.0.0-c' }])).toBe(
      'node/booking/1.0.0-c/types.json lists no types: publish booking again from sources that differ.',
    );
  });

  test('a declaration cannot send control characters to the terminal', async () => {
    const types = { sharedUi: { Button: declaredAs('\u001b[2Ja: 3') }, host: {} };
    await addAll(store, [typed(remote('booking', '1.0.0-c'), types)]);

    expect(await refusal([{ name: 'booking', id: '1.0.0-c' }])).not.toContain('\u001b');
  });
});

describe('paths that lose their page', () => {
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

  const run = (command: string, words: string[], options?: TypedFlags) =>
    runIn(command, contextOn(store, options), ...words);
  const now = async () => (await store.readRevision()) as Revision;
  const at = async (path: string) => {
    const answer = await composedPages(store)(path);
    return 'location' in answer ? `→ ${answer.location}` : answer.status;
  };

  test('redirects a retired path to the named page, also after later changes', async () => {
    const { text } = await run('activate', ['guide@1.0.0-b'], { retire: ['/prices'], redirect: ['/guide'] });
    expect(text).toContain('/prices leads to /guide.');
    expect(await at('/prices')).toBe('→ /guide');
    await activateNew(store, tinyRemote('landing', '1.0.0-b'));
    expect(await at('/prices')).toBe('→ /guide');
    expect((await now()).redirects).toEqual({ '/prices': '/guide' });
  });

  test('needs no target to redirect a page that moved', async () => {
    await run('activate', ['guide@1.0.0-c'], { retire: ['/guide', '/prices'], redirect: ['/manual', '/dates'] });
    expect([await at('/guide'), await at('/prices'), await at('/manual')]).toEqual(['→ /manual', '→ /dates', 200]);
    await run('rollback', ['guide']);
    expect([await at('/guide'), await at('/prices'), await at('/manual')]).toEqual([200, 200, 404]);
    await addAll(store, [
      tinyRemote('guide', '1.0.0-d', { routes: [routeTo('/manual', 'guide'), ...pages('/prices', '/dates').routes] }),
    ]);
    await run('activate', ['guide@1.0.0-d'], { retire: ['/guide'], resume: true });
    expect(await at('/guide')).toBe('→ /manual');
  });

  test('moves a page from one part to another in one change', async () => {
    await addAll(store, [tinyRemote('offer', '1.0.0-a', pages('/prices'))]);
    await run('activate', ['guide@1.0.0-b', 'offer@1.0.0-a']);
    expect(await at('/prices')).toBe(200);
    expect((await now()).redirects).toBeUndefined();
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
    await expect(run('activate', ['guide@1.0.0-b'], options)).rejects.toThrow(sentence);
    expect((await now()).seq).toBe(1);
  });

  describe('deactivating', () => {
    test('removes the pages of the part, keeps its releases, and names the command that activates it again', async () => {
      const { text } = await run('deactivate', ['guide']);
      expect(text).toContain(
        'guide: 1.0.0-a is deactivated. To bring it back: "npx pnpm release activate guide@1.0.0-a".',
      );
      expect(text).toContain('/guide answers 404 now.');
      expect(await at('/guide')).toBe(404);
      expect(JSON.stringify(await index())).not.toContain('guide');
      await run('activate', ['guide@1.0.0-a']);
      expect(await at('/guide')).toBe(200);
      expect((await now()).deactivated).toBeUndefined();
    });

    test('refuses the shell, a page that the shell links to, and unknown parts, and does nothing twice', async () => {
      await expect(run('deactivate', ['shell'])).rejects.toThrow('The site cannot be without a shell');
      await expect(run('deactivate', ['landing'])).rejects.toThrow('no active release has the page home');
      await expect(run('deactivate', ['nobody'])).rejects.toThrow('Nothing is called "nobody"');
      await run('deactivate', ['guide']);
      expect(await run('deactivate', ['guide'])).toMatchObject({ text: 'guide is already inactive.' });
      await expect(run('rollback', ['guide'])).rejects.toThrow('guide is not active: there is nothing to roll back.');
      expect((await now()).seq).toBe(2);
    });
  });

  async function index(): Promise<unknown> {
    const { pages } = await now();
    return JSON.parse((await store.readBody(pages['/releases.json']?.body ?? '')).toString());
  }
});
