import { addAll, tinyRemote, tinyShell, tinyStore } from '../../tests/support/tiny-site';
import { addChecks, describePair, type Pair } from '../compose/checks';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { requireChecked, requireWhyUnchecked } from './activate';
import { decideActivation } from './decide';
import { changeIndex } from './steps';

const OPTIONS = { who: 'Camille Martin', why: '', isDry: false, isUnchecked: false };

let store: Store;

// No browser runs here, so an activation passes only with a stored check.
const runChecks: Parameters<typeof requireChecked>[0]['runChecks'] = ({ pairs }) =>
  Promise.reject(new UserError(`${pairs.map(describePair).join(', ')} is not checked`));

beforeEach(async () => {
  store = await tinyStore();
  await addAll(store, [tinyShell('1.0.0-s2'), tinyRemote('booking', '1.0.0-b'), tinyRemote('landing', '1.0.0-b')]);
});

const activate = (name: string, id: string, options: Partial<typeof OPTIONS> = {}) =>
  changeIndex(store, '', async (current) => {
    const decision = await decideActivation(store, current, { chosen: [{ name, id }] });
    return decision && requireChecked({ store, runChecks, options: { ...OPTIONS, ...options } }, current, decision);
  });

const passed = (...pairs: Pair[]) =>
  addChecks(
    store,
    pairs.map((pair) => ({ ...pair, routes: [], forms: [] })),
    { who: 'Camille Martin', at: '2026-11-22T12:00:00Z', durationMs: 8000 },
  );

const activeId = async (name: string) => (await store.readIndex())?.releases[name]?.active;

test('activates a remote without another check when it was checked in the active shell', async () => {
  await passed({ shell: '1.0.0-s1', name: 'booking', id: '1.0.0-b' });
  expect((await activate('booking', '1.0.0-b'))?.entry.change).not.toHaveProperty('unchecked');
  expect(await activeId('booking')).toBe('1.0.0-b');
});

test('reuses the check of a remote after another remote was activated', async () => {
  await passed(
    { shell: '1.0.0-s1', name: 'booking', id: '1.0.0-b' },
    { shell: '1.0.0-s1', name: 'landing', id: '1.0.0-b' },
  );
  await activate('landing', '1.0.0-b');
  await activate('booking', '1.0.0-b');
  expect(await activeId('booking')).toBe('1.0.0-b');
});

test('checks a remote again when it was checked only in another shell', async () => {
  await passed({ shell: '1.0.0-s2', name: 'booking', id: '1.0.0-b' });
  await expect(activate('booking', '1.0.0-b')).rejects.toThrow('booking@1.0.0-b in shell@1.0.0-s1 is not checked');
  expect(await activeId('booking')).toBe('1.0.0-a');
});

test('requires a check of every active remote in a new shell', async () => {
  await passed({ shell: '1.0.0-s2', name: 'landing', id: '1.0.0-a' });
  await expect(activate('shell', '1.0.0-s2')).rejects.toThrow('booking@1.0.0-a in shell@1.0.0-s2 is not checked');
  await passed({ shell: '1.0.0-s2', name: 'booking', id: '1.0.0-a' });
  await activate('shell', '1.0.0-s2');
  expect(await activeId('shell')).toBe('1.0.0-s2');
});

test('checks a remote in a new shell when the remote was activated after the check of the shell', async () => {
  await passed(
    { shell: '1.0.0-s2', name: 'landing', id: '1.0.0-a' },
    { shell: '1.0.0-s2', name: 'booking', id: '1.0.0-a' },
    { shell: '1.0.0-s1', name: 'booking', id: '1.0.0-b' },
  );
  await activate('booking', '1.0.0-b');
  await expect(activate('shell', '1.0.0-s2')).rejects.toThrow('booking@1.0.0-b in shell@1.0.0-s2 is not checked');
});

test('marks an activation with --unchecked in the log when its check is missing', async () => {
  const changed = await activate('booking', '1.0.0-b', { isUnchecked: true, why: 'no browser here' });
  expect(changed?.entry.change).toMatchObject({ command: 'activate', parts: [{ name: 'booking' }], unchecked: true });
});

test('does not mark an activation with --unchecked when its check has passed', async () => {
  await passed({ shell: '1.0.0-s1', name: 'booking', id: '1.0.0-b' });
  const changed = await activate('booking', '1.0.0-b', { isUnchecked: true, why: 'to be quick' });
  expect(changed?.entry.change).not.toHaveProperty('unchecked');
});

test.each(['', '  '])('refuses --unchecked with the reason %j', (why) => {
  const gate = { root: '', store, options: { ...OPTIONS, isUnchecked: true, why } };
  expect(() => requireWhyUnchecked(gate)).toThrow('--unchecked needs a reason, for the log: add --why "…".');
});

test('runs no check in a dry run', async () => {
  expect((await activate('booking', '1.0.0-b', { isDry: true }))?.entry.change).not.toHaveProperty('unchecked');
});
