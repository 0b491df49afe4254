import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { activateNew } from '@site/release-core/tests/support/change';
import { addAll, tinyRemote, tinyShell, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';
import type { Command } from '../command/command';
import { activate } from './activate';
import { deactivate } from './deactivate';
import { rollback } from './rollback';

const offering = (...sharedUi: string[]) => ({
  offers: { react: '19.3.1', sharedUi, host: ['site'], routes: ['home'] },
});
const requiring = (...sharedUi: string[]) => ({
  requires: { react: '^19.0.0', sharedUi, host: [], backend: { tables: {}, functions: {} } },
});

let store: Store;

beforeEach(async () => {
  store = await tinyStore([
    tinyShell('1.0.0-s1', offering('Button')),
    tinyRemote('landing'),
    tinyRemote('booking', '1.0.0-a', requiring('Button')),
  ]);
  await addAll(store, [
    tinyShell('1.0.0-s2', offering('Button', 'Chart')),
    tinyRemote('booking', '1.0.0-b', requiring('Chart')),
    tinyRemote('landing', '1.0.0-b'),
  ]);
});

const run = (command: Command, words: string[], options?: TypedFlags) =>
  runIn(command, contextOn(store, options), ...words);
const now = async () => (await store.readIndex()) as IndexEntry;
const active = async () =>
  Object.fromEntries(Object.entries((await now()).releases).map(([name, line]) => [name, line.active]));
const OLD = { shell: '1.0.0-s1', landing: '1.0.0-a', booking: '1.0.0-a' };

test('refuses a remote without the shell that it needs, and activates both in one change, as the refusal says', async () => {
  await expect(run(activate, ['booking@1.0.0-b'])).rejects.toThrow(
    'booking@1.0.0-b uses Chart of shared-ui, which shell@1.0.0-s1 lacks. Nothing was changed. To change them together: "npx pnpm release activate booking@1.0.0-b shell@1.0.0-s2".',
  );
  const { text } = await run(activate, ['shell@1.0.0-s2', 'booking@1.0.0-b']);
  expect(await active()).toEqual({ ...OLD, shell: '1.0.0-s2', booking: '1.0.0-b' });
  expect(text).toContain('shell: 1.0.0-s1 → 1.0.0-s2\nbooking: 1.0.0-a → 1.0.0-b\nChange 2.');
  const { seq, change, pages } = await now();
  expect(seq).toBe(2);
  expect(change.parts).toEqual([
    { name: 'shell', from: '1.0.0-s1', to: '1.0.0-s2' },
    { name: 'booking', from: '1.0.0-a', to: '1.0.0-b' },
  ]);
  expect((await store.readBody(pages['/booking']?.body ?? '')).toString()).toContain('booking 1.0.0-b');
});

test('leaves parts unchanged that are already active', async () => {
  await run(activate, ['landing@1.0.0-b']);
  await run(activate, ['shell@1.0.0-s2', 'landing@1.0.0-b']);
  expect((await now()).change.parts).toMatchObject([{ name: 'shell', to: '1.0.0-s2' }]);
  const again = await run(activate, ['shell@1.0.0-s2', 'landing@1.0.0-b']);
  expect(again.text).toBe('shell@1.0.0-s2, landing@1.0.0-b are active already.');
});

test('rolls back several parts together, each to its previous release', async () => {
  await run(activate, ['shell@1.0.0-s2', 'booking@1.0.0-b']);
  await run(rollback, ['shell', 'booking']);
  expect(await active()).toEqual(OLD);
});

test.each([
  [activate, ['booking@1.0.0-a', 'booking@1.0.0-b'], {}, 'booking is named twice: choose one of its releases.'],
  [rollback, ['booking', 'booking'], {}, 'booking is named twice: choose one of its releases.'],
  [rollback, [], {}, 'Name the parts that go back: "npx pnpm release rollback booking".'],
  [rollback, ['booking', 'landing'], { to: '1.0.0-a' }, '--from and --to are for one part'],
  [rollback, ['booking'], { change: '2' }, '--change names all parts that go back: leave out names, --from and --to.'],
  [rollback, [], { change: '1' }, 'There is no change 1 with a state before it'],
])('refuses %o with %j and %j', async (command, words, options, sentence) => {
  await expect(run(command, words, options)).rejects.toThrow(sentence);
  expect((await now()).seq).toBe(1);
});

describe('going back before a change', () => {
  const undo = (seq: number) => run(rollback, [], { change: seq });

  test('restores all parts of the change, and no other', async () => {
    await run(activate, ['shell@1.0.0-s2', 'booking@1.0.0-b']);
    await run(activate, ['landing@1.0.0-b']);
    await undo(2);
    expect(await active()).toEqual({ ...OLD, landing: '1.0.0-b' });
    expect((await now()).change).toMatchObject({ command: 'rollback' });
  });

  test('does nothing for a second owner', async () => {
    await run(activate, ['shell@1.0.0-s2', 'booking@1.0.0-b']);
    const answers = await Promise.all([undo(2), undo(2)]);
    expect(answers.map(({ text }) => text)).toContain(
      'The parts of change 2 already have the releases from before it.',
    );
    expect((await now()).seq).toBe(3);
  });

  test('restores a part that the change removed', async () => {
    await activateNew(store, tinyRemote('guide'));
    await run(deactivate, ['guide']);
    await undo(3);
    expect(await active()).toEqual({ ...OLD, guide: '1.0.0-a' });
  });

  test('is refused when the result would be incompatible', async () => {
    await run(activate, ['shell@1.0.0-s2']);
    await run(activate, ['booking@1.0.0-b']);
    await expect(undo(2)).rejects.toThrow(
      'To change them together: "npx pnpm release rollback shell@1.0.0-s1 booking@1.0.0-a".',
    );
  });

  test('skips a damaged entry to find the state before the change', async () => {
    await run(activate, ['landing@1.0.0-b']);
    await run(activate, ['shell@1.0.0-s2']);
    await store.blobs.remove('index/00000002.json');
    await store.blobs.add('index/00000002.json', '{');
    await undo(3);
    expect((await active()).shell).toBe('1.0.0-s1');
  });

  test('is refused for a change that concerned no part', async () => {
    const { changeIndex } = await import('@site/release-core/changes/change-index');
    await changeIndex(store, '', async (current) => {
      if (!current) return null;
      const { releases, data } = current;
      return { releases, data: { ...data, composedOn: '2026-11-22' }, change: { command: 'compose', parts: [] } };
    });
    await expect(undo(2)).rejects.toThrow('Change 2 concerned no part: correct site.json');
  });

  test('is refused when it would restore a revoked release', async () => {
    await run(activate, ['landing@1.0.0-b']);
    const { revoke } = await import('./revoke');
    await run(revoke, ['landing@1.0.0-a']);
    await expect(undo(2)).rejects.toThrow('landing@1.0.0-a is revoked for good');
  });
});
