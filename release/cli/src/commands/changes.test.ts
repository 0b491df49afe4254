import { parseId, parseName, parseReleaseName } from '@site/release-core/changes/arguments';
import type { Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import {
  activateNew,
  activateReleases,
  addAll,
  tinyRemote,
  tinyShell,
  tinyStore,
} from '@site/release-core/tests/support/tiny-site';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';

describe('rollback', () => {
  let store: Store;

  beforeEach(async () => {
    store = await tinyStore();
    for (const id of ['1.0.0-b', '1.0.0-c', '1.0.0-d']) {
      await activateNew(store, tinyRemote('booking', id));
    }
  });

  const rollBack = (options?: TypedFlags) => runIn('rollback', contextOn(store, options), 'booking');
  const active = async () => (await store.readRevision())?.releases.booking?.active;

  test('goes back once when two owners roll back at the same time, and tells the later one', async () => {
    const answers = await Promise.all([rollBack(), rollBack()]);
    expect(await active()).toBe('1.0.0-c');
    expect(answers.map(({ json }) => (json as { changed: boolean }).changed).sort()).toEqual([false, true]);
    const late = answers.find(({ json }) => !(json as { changed: boolean }).changed);
    expect(late?.text).toMatch(
      /^booking has left 1\.0\.0-d already, for 1\.0\.0-c; the last change is 5, rollback by Camille Martin\. To go back further: "npx pnpm release rollback booking --from 1\.0\.0-c"\.$/,
    );
  });

  test.each(['', 'booking', 'booking@1.0.0-a@b', 'booking@../1.0.0-a', '__proto__@1.0.0-a'])(
    'does not accept %j as a release',
    (word) => {
      expect(() => parseReleaseName(word)).toThrow('is not a release: write it as booking@1.0.0-ab12cd34ef');
    },
  );

  test('reads a release as a name and an id, and accepts the name of the folder', () => {
    expect(parseReleaseName('booking@1.0.0-ab12cd34ef')).toEqual({ name: 'booking', id: '1.0.0-ab12cd34ef' });
    expect(parseReleaseName('remote-booking@2.0.0-rc.1-ab')).toEqual({ name: 'booking', id: '2.0.0-rc.1-ab' });
    expect(parseName('remote-booking')).toBe('booking');
    expect(parseId('to', undefined)).toBeUndefined();
    expect(() => parseId('to', '../x')).toThrow('--to is "../x": write it as 1.0.0-ab12cd34ef');
  });
});

describe('hold', () => {
  let store: Store;

  beforeEach(async () => {
    store = await tinyStore();
    await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('landing', '1.0.0-b')]);
    await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  });

  const run = async (command: string, words: readonly string[], options: TypedFlags = {}) =>
    (await runIn(command, contextOn(store, options), ...words)).text.split('\n');

  const AT = /\S+Z/g;
  const withoutTimes = (lines: readonly string[]) => lines.map((line) => line.replaceAll(AT, 'TIME'));

  test('hold names the parts that it holds, and a second hold names the first', async () => {
    expect((await run('hold', ['remote-booking'], { why: 'an audit', who: 'Ada Martin' }))[0]).toBe(
      'booking is held: its activations are refused until "npx pnpm release resume booking".',
    );
    expect(withoutTimes(await run('hold', ['remote-booking'], { why: 'another' }))).toEqual([
      'booking is held by Ada Martin because "an audit", since change 3 at TIME. Nothing was changed.',
    ]);
  });

  test('resume names the parts whose hold it lifts, and those that are not held', async () => {
    await run('hold', ['booking']);
    expect((await run('resume', ['booking', 'landing']))[0]).toBe('The hold of booking is lifted.');
    expect(await run('resume', ['remote-booking'])).toEqual(['booking is not held.']);
    expect(await run('resume', ['booking', 'landing'])).toEqual(['booking, landing are not held.']);
  });

  test('status lists each hold with its reason, author and time, and how to lift it', async () => {
    expect(JSON.stringify(await run('status', []))).not.toContain('held');
    await run('rollback', ['booking'], { why: 'loses dates', who: 'Ada Martin' });
    expect(withoutTimes(await run('status', []))).toContain(
      'booking is held by Ada Martin because "loses dates", since change 3 at TIME. To lift the hold: "npx pnpm release resume booking".',
    );
    const { json } = await runIn('status', contextOn(store));
    expect(json).toMatchObject({ holds: { booking: { kind: 'rollback', why: 'loses dates', seq: 3 } } });
  });
});

describe('several parts', () => {
  let store: Store;

  beforeEach(async () => {
    store = await tinyStore();
    await addAll(store, [tinyShell('1.0.0-s2'), ...['booking', 'landing'].map((name) => tinyRemote(name, '1.0.0-b'))]);
  });

  const run = (command: string, words: string[], options?: TypedFlags) =>
    runIn(command, contextOn(store, options), ...words);
  const now = async () => (await store.readRevision()) as Revision;
  const active = async () =>
    Object.fromEntries(Object.entries((await now()).releases).map(([name, line]) => [name, line.active]));

  test('leaves parts unchanged that are already active', async () => {
    await run('activate', ['landing@1.0.0-b']);
    await run('activate', ['shell@1.0.0-s2', 'landing@1.0.0-b']);
    expect((await now()).change.parts).toMatchObject([{ name: 'shell', to: '1.0.0-s2' }]);
    const again = await run('activate', ['shell@1.0.0-s2', 'landing@1.0.0-b']);
    expect(again.text).toBe('shell@1.0.0-s2, landing@1.0.0-b are active already.');
  });

  test.each([
    ['activate', ['booking@1.0.0-a', 'booking@1.0.0-b'], {}, 'booking is named twice: choose one of its releases.'],
    ['rollback', ['booking', 'booking'], {}, 'booking is named twice: choose one of its releases.'],
    ['rollback', [], {}, 'Name the parts that go back: "npx pnpm release rollback booking".'],
    ['rollback', ['booking', 'landing'], { to: '1.0.0-a' }, '--from and --to are for one part'],
    [
      'rollback',
      ['booking'],
      { change: '2' },
      '--change names all parts that go back: leave out names, --from and --to.',
    ],
    ['rollback', [], { change: '1' }, 'There is no change 1 with a state before it'],
  ])('refuses %o with %j and %j', async (command, words, options, sentence) => {
    await expect(run(command, words, options)).rejects.toThrow(sentence);
    expect((await now()).seq).toBe(1);
  });

  describe('going back before a change', () => {
    const undo = (seq: number) => run('rollback', [], { change: seq });

    test('restores a part that the change removed', async () => {
      await activateNew(store, tinyRemote('guide'));
      await run('deactivate', ['guide']);
      await undo(3);
      expect((await active()).guide).toBe('1.0.0-a');
    });

    test('skips a damaged revision to find the state before the change', async () => {
      await run('activate', ['landing@1.0.0-b']);
      await run('activate', ['shell@1.0.0-s2']);
      await store.blobs.remove('index/00000002.json');
      await store.blobs.add('index/00000002.json', '{');
      await undo(3);
      expect((await active()).shell).toBe('1.0.0-s1');
    });

    test('is refused for a change that concerned no part', async () => {
      const { changeSite } = await import('@site/release-core/changes/change');
      await changeSite(store, '', async (current) => {
        if (!current) return null;
        const { releases, data } = current;
        return { releases, data: { ...data, composedOn: '2026-11-22' }, change: { command: 'compose', parts: [] } };
      });
      await expect(undo(2)).rejects.toThrow('Change 2 concerned no part: correct site.json');
    });
  });
});
