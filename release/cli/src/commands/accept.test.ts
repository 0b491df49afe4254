import { setImmediate } from 'node:timers/promises';
import type { DeclaredType, DeclaredTypes } from '@site/contract/build';
import { changeIndex } from '@site/release-core/changes/change-index';
import { decideActivation } from '@site/release-core/changes/decide';
import { requireAccepted } from '@site/release-core/changes/require-accepted';
import { integrityOf } from '@site/release-core/integrity';
import type { ReleaseName } from '@site/release-core/store/keys';
import { openStore, type Store } from '@site/release-core/store/store';
import { activateReleases, rollBack } from '@site/release-core/tests/support/change';
import { type Artifact, addAll, tinyRemote, tinyShell, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { findChangedTypes } from '@site/release-core/types/changed-types';
import { UserError } from '@site/release-core/user-error';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';
import { activate as activateCommand } from './activate';
import { log } from './log';

const declaredAs = (text: string): DeclaredType => ({ hash: `hash of ${text}`, text });
const OLD = { sharedUi: { Button: declaredAs('a: 1\nb: 1') }, host: { navigate: declaredAs('(to: string)') } };
const NEW = { sharedUi: { Button: declaredAs('a: 1\nb: 2') }, host: { navigate: declaredAs('(to: URL)') } };
const NAMES = { sharedUi: ['Button'], host: ['navigate'] };

function typed({ release, client, node }: Artifact, types: DeclaredTypes | string): Artifact {
  const content = Buffer.from(typeof types === 'string' ? types : JSON.stringify(types));
  const nodeFiles = { ...release.nodeFiles, 'types.json': integrityOf(content) };
  return { release: { ...release, nodeFiles }, client, node: new Map([...node, ['types.json', content]]) };
}

const remote = (name: string, id: string) =>
  tinyRemote(name, id, { requires: { react: '^19.0.0', ...NAMES, backend: { tables: {}, functions: {} } } });

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
  changeIndex(store, why, async (current) => {
    const decision = await decideActivation(store, current, { chosen });
    return decision && requireAccepted({ store, options: { accept, why } }, current, decision);
  });

const SHELL = { name: 'shell', id: '1.0.0-s2' };
const refusal = async (...words: Parameters<typeof activate>) => {
  const error: unknown = await activate(...words).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  return (error as Error).message;
};
const activeShell = async () => (await store.readIndex())?.releases.shell?.active;

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

test('a remote that was built against other types than the active shell has is refused', async () => {
  expect(await refusal([{ name: 'booking', id: '1.0.0-b' }])).toContain('Button has another type than booking@1.0.0-b');
});

test('all names have to be accepted', async () => {
  const message = await refusal([SHELL], { accept: ['Button'], why: 'only wider' });

  expect(message).toContain('host.navigate has another type');
  expect(message).not.toContain('Button has another type');
  expect(await activeShell()).toBe('1.0.0-s1');
});

test('the command refuses until the names are accepted with a reason, and log lists them', async () => {
  const run = (options: TypedFlags) => runIn(activateCommand, contextOn(store, options), 'shell@1.0.0-s2');

  await expect(run({})).rejects.toThrow('Button has another type');
  await expect(run({ accept: ['Button'], why: ' ', unchecked: false })).rejects.toThrow('--accept needs a reason');
  await run({ accept: ['Button', 'host.navigate', 'Button'], why: 'only wider' });
  expect(await activeShell()).toBe('1.0.0-s2');
  expect((await runIn(log, contextOn(store))).text).toContain(
    'activate shell (watched; unchecked; accepted Button, host.navigate)',
  );
});

test.each(['Heading', 'host.Button'])('accepting %s, whose type does not change, is refused', async (name) => {
  expect(await refusal([SHELL], { accept: ['Button', 'host.navigate', name], why: 'only wider' })).toBe(
    `No type of ${name} changes here. Nothing was changed: leave out --accept ${name}.`,
  );
});

test('remotes that were built against the types of the new shell are activated with it without --accept', async () => {
  await addAll(store, [typed(remote('landing', '1.0.0-b'), { ...NEW, host: {} })]);
  const all = [SHELL, { name: 'landing', id: '1.0.0-b' }, { name: 'booking', id: '1.0.0-b' }];

  expect((await activate(all))?.entry.change).not.toHaveProperty('accepted');
});

test('accepted types are not refused again when another part changes', async () => {
  await activate([SHELL], { accept: ['Button', 'host.navigate'], why: 'only wider' });

  await activate([{ name: 'booking', id: '1.0.0-b' }]);
  expect((await store.readIndex())?.releases.booking?.active).toBe('1.0.0-b');
});

test('a release without recorded types passes, as a shell and as a remote', async () => {
  await addAll(store, [tinyShell('1.0.0-s0'), remote('booking', '1.0.0-0')]);
  await activate([{ name: 'booking', id: '1.0.0-0' }]);
  expect((await store.readIndex())?.releases.booking?.active).toBe('1.0.0-0');
  await activate([{ name: 'shell', id: '1.0.0-s0' }]);
  expect(await activeShell()).toBe('1.0.0-s0');
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

test('damaged types of a remote are one refusal, also when the shell is read later', async () => {
  await addAll(store, [typed(remote('booking', '1.0.0-c'), '{')]);
  const get = async (key: string) => {
    if (key.startsWith('r/shell/')) await setImmediate();
    return store.blobs.get(key);
  };
  const pair = { shell: '1.0.0-s1', name: 'booking', id: '1.0.0-c' };
  await expect(findChangedTypes(openStore({ ...store.blobs, get }), [pair])).rejects.toThrow('lists no types');
});

test('a declaration cannot send control characters to the terminal', async () => {
  const types = { sharedUi: { Button: declaredAs('\u001b[2Ja: 3') }, host: {} };
  await addAll(store, [typed(remote('booking', '1.0.0-c'), types)]);

  expect(await refusal([{ name: 'booking', id: '1.0.0-c' }])).not.toContain('\u001b');
});
