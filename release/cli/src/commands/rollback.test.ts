import { parseId, parseName, parseRelease } from '@site/release-core/changes/names';
import type { Store } from '@site/release-core/store/store';
import { activateNew } from '@site/release-core/tests/support/change';
import { tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';
import { rollback } from './rollback';

let store: Store;

beforeEach(async () => {
  store = await tinyStore();
  for (const id of ['1.0.0-b', '1.0.0-c', '1.0.0-d']) {
    await activateNew(store, tinyRemote('booking', id));
  }
});

const rollBack = (options?: TypedFlags) => runIn(rollback, contextOn(store, options), 'booking');
const active = async () => (await store.readIndex())?.releases.booking?.active;

test('goes back once when two owners roll back at the same time, and tells the later one', async () => {
  const answers = await Promise.all([rollBack(), rollBack()]);
  expect(await active()).toBe('1.0.0-c');
  expect(answers.map(({ json }) => (json as { changed: boolean }).changed).sort()).toEqual([false, true]);
  const late = answers.find(({ json }) => !(json as { changed: boolean }).changed);
  expect(late?.text).toMatch(
    /^booking has left 1\.0\.0-d already, for 1\.0\.0-c; the last change is 5, rollback by Camille Martin\. To go back further: "npx pnpm release rollback booking --from 1\.0\.0-c"\.$/,
  );
});

test('goes back twice for two owners in turn, unless the second names the release to leave', async () => {
  await rollBack({ from: '1.0.0-d' });
  expect(await rollBack({ from: '1.0.0-d' })).toMatchObject({ json: { changed: false } });
  expect(await active()).toBe('1.0.0-c');
  expect(await rollBack()).toMatchObject({ json: { changed: true } });
  expect(await active()).toBe('1.0.0-b');
});

test('says that the chosen release is already active', async () => {
  expect(await rollBack({ to: '1.0.0-d' })).toMatchObject({ text: 'booking@1.0.0-d is active already.' });
});

test.each(['__proto__', 'constructor', 'nobody'])('finds no part with the name %s', async (name) => {
  await expect(Promise.resolve().then(() => runIn(rollback, contextOn(store), name))).rejects.toThrow(
    /^(Nothing is called "\w+": choose among|"\w+" is not a name: write it as booking)/,
  );
});

test.each(['', 'booking', 'booking@1.0.0-a@b', 'booking@../1.0.0-a', '__proto__@1.0.0-a'])(
  'does not accept %j as a release',
  (word) => {
    expect(() => parseRelease(word)).toThrow('is not a release: write it as booking@1.0.0-ab12cd34ef');
  },
);

test('reads a release as a name and an id, and accepts the name of the folder', () => {
  expect(parseRelease('booking@1.0.0-ab12cd34ef')).toEqual({ name: 'booking', id: '1.0.0-ab12cd34ef' });
  expect(parseRelease('remote-booking@2.0.0-rc.1-ab')).toEqual({ name: 'booking', id: '2.0.0-rc.1-ab' });
  expect(parseName('remote-booking')).toBe('booking');
  expect(parseId('to', undefined)).toBeUndefined();
  expect(() => parseId('to', '../x')).toThrow('--to is "../x": write it as 1.0.0-ab12cd34ef');
});
