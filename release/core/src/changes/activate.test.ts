import { addAll, makeOn, tinyRemote, tinyShell, tinyStore, withJourneys } from '../../tests/support/tiny-site';
import { describeJourney, type JourneyInState } from '../checks/journeys';
import { addChecks, describePair, type Pair } from '../checks/pairs';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { activate } from './activate';
import type { ChangeContext } from './change';

let store: Store;

// No browser runs here, so an activation passes only with a stored check.
const refuse: ChangeContext['runChecks'] = ({ pairs, journeys }) =>
  Promise.reject(new UserError(`${[...pairs.map(describePair), ...journeys.map(describeJourney)]} is not checked`));
let runChecks = refuse;

beforeEach(async () => {
  runChecks = refuse;
  store = await tinyStore();
  await addAll(store, [tinyShell('1.0.0-s2'), tinyRemote('booking', '1.0.0-b'), tinyRemote('landing', '1.0.0-b')]);
});

const makeActive = (release: string, asked?: object) =>
  makeOn({ store, runChecks }, activate, { words: [release], ...asked });

const passed = (...pairs: Pair[]) =>
  addChecks(
    store,
    pairs.map((pair) => ({ ...pair, routes: [] })),
    { who: 'Camille Martin', at: '2026-11-22T12:00:00Z', durationMs: 8000 },
  );

const activeId = async (name: string) => (await store.readRevision())?.releases[name]?.active;

test('`activate` activates a remote without another check when it was checked in the active shell', async () => {
  await passed({ shell: '1.0.0-s1', name: 'booking', id: '1.0.0-b' });
  expect(await makeActive('booking@1.0.0-b')).not.toHaveProperty('unchecked');
  expect(await activeId('booking')).toBe('1.0.0-b');
});

test('`activate` checks a remote again when it was checked only in another shell', async () => {
  await passed({ shell: '1.0.0-s2', name: 'booking', id: '1.0.0-b' });
  await expect(makeActive('booking@1.0.0-b')).rejects.toThrow('booking@1.0.0-b in shell@1.0.0-s1 is not checked');
  expect(await activeId('booking')).toBe('1.0.0-a');
});

test('`activate` requires a check of every active remote in a new shell', async () => {
  await passed({ shell: '1.0.0-s2', name: 'landing', id: '1.0.0-a' });
  await expect(makeActive('shell@1.0.0-s2')).rejects.toThrow('booking@1.0.0-a in shell@1.0.0-s2 is not checked');
  await passed({ shell: '1.0.0-s2', name: 'booking', id: '1.0.0-a' });
  await makeActive('shell@1.0.0-s2');
  expect(await activeId('shell')).toBe('1.0.0-s2');
});

test('`activate` marks an activation with --unchecked in the log when its check is missing', async () => {
  const changed = await makeActive('booking@1.0.0-b', { isUnchecked: true, why: 'no browser here' });
  expect(changed).toMatchObject({ command: 'activate', parts: [{ name: 'booking' }], unchecked: true });
});

test('`activate` does not mark an activation with --unchecked when its check has passed', async () => {
  await passed({ shell: '1.0.0-s1', name: 'booking', id: '1.0.0-b' });
  const changed = await makeActive('booking@1.0.0-b', { isUnchecked: true, why: 'to be quick' });
  expect(changed).not.toHaveProperty('unchecked');
});

test.each(['', '  '])('`activate` refuses an exception with the reason %j', async (why) => {
  for (const [flag, asked] of [
    ['--unchecked', { isUnchecked: true }],
    ['--accept', { accept: ['Button'] }],
  ] as const) {
    const refused = makeActive('booking@1.0.0-b', { ...asked, why });
    await expect(refused).rejects.toThrow(`${flag} needs a reason, for the log: add --why "…".`);
  }
});

test('`activate` runs no check in a dry run', async () => {
  expect(await makeActive('booking@1.0.0-b', { isDry: true })).not.toHaveProperty('unchecked');
});

const held = ({ owner, journey, touched }: JourneyInState) => ({
  ...owner,
  journey: journey.name,
  touched,
  problem: null,
});

test('`activate` runs the journeys that the change reaches, in the state that it leads to, and stores what held', async () => {
  const steps = [{ type: 'navigate', url: '/booking' }];
  await addAll(store, [withJourneys(tinyRemote('booking', '1.0.0-c'), { book: { title: 'Réserver', steps } })]);
  await passed({ shell: '1.0.0-s1', name: 'booking', id: '1.0.0-c' });
  await expect(makeActive('booking@1.0.0-c')).rejects.toThrow('« Réserver » of booking@1.0.0-c is not checked');
  const runs: Parameters<typeof refuse>[0][] = [];
  runChecks = async (run) => {
    runs.push(run);
    return { pairs: [], journeys: run.journeys.map(held), durationMs: 1 };
  };
  await makeActive('booking@1.0.0-c');
  expect(runs[0]).toMatchObject({ releases: { booking: { active: '1.0.0-c' } }, current: { seq: 1 }, pairs: [] });
  await makeActive('booking@1.0.0-b', { isUnchecked: true, why: 'a test' });
  await makeActive('booking@1.0.0-c');
  expect(runs).toHaveLength(1);
});

test('of two activations at once, the later one runs the journeys again that go through what the other one changed', async () => {
  const steps = ['/booking', '/'].map((url) => ({ type: 'navigate', url }));
  await addAll(store, [withJourneys(tinyRemote('booking', '1.0.0-c'), { home: { title: 'Accueil', steps } })]);
  const touched: object[] = [];
  runChecks = async ({ journeys }) => {
    touched.push(...journeys.map((one) => one.touched));
    if (touched.length === 1) await makeActive('landing@1.0.0-b', { isUnchecked: true, why: 'the faster one' });
    return { pairs: [], journeys: journeys.map(held), durationMs: 1 };
  };
  await makeActive('booking@1.0.0-c');
  expect(touched).toMatchObject([{ landing: '1.0.0-a' }, { landing: '1.0.0-b' }]);
  expect([await activeId('landing'), await activeId('booking')]).toEqual(['1.0.0-b', '1.0.0-c']);
});
