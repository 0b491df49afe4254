import { AUTO_ROLLBACK } from '@site/contract/log-names';
import { addAll, makeOn, tinyData, tinyRemote, tinyStore } from '../../tests/support/tiny-site';
import { readStatus } from '../queries/read-status';
import type { ReleaseName } from '../store/keys';
import type { Store } from '../store/store';
import { activate } from './activate';
import { type ChangeDefinition, changeSite } from './change';
import { decideComposition } from './decide';
import { deactivate, hold, resume, revoke } from './hold-revoke-deactivate';
import { HeldError } from './holds';
import { repair } from './repair';
import { rollBack, rollBackAutomatically } from './roll-back';

let store: Store;

beforeEach(async () => {
  store = await tinyStore();
  await addAll(store, [
    tinyRemote('booking', '1.0.0-b'),
    tinyRemote('booking', '1.0.0-c'),
    tinyRemote('landing', '1.0.0-b'),
    tinyRemote('guide'),
  ]);
});

const make = (change: ChangeDefinition, words: readonly string[], asked?: object) =>
  makeOn({ store }, change, { words, ...asked });

const CHECKED = { isUnchecked: true, why: 'a test' };
const activating = (words: readonly string[], asked: object = {}) => make(activate, words, { ...CHECKED, ...asked });
const holds = async () => (await store.readRevision())?.holds ?? {};
const activeId = async (name = 'booking') => (await store.readRevision())?.releases[name]?.active ?? null;
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe('a rollback', () => {
  beforeEach(() => activating(['booking@1.0.0-b', 'landing@1.0.0-b']));

  test('holds the part that it moves back, with its reason, author, time and number', async () => {
    const made = await make(rollBack, ['booking'], { why: 'the calendar stays empty' });
    expect(made).toMatchObject({ command: 'rollback', held: { kind: 'rollback', parts: ['booking'] } });
    expect(await holds()).toEqual({
      booking: { kind: 'rollback', why: 'the calendar stays empty', who: 'Camille Martin', at, seq: 3 },
    });
  });

  test('that takes a new part out holds it', async () => {
    await activating(['guide@1.0.0-a']);
    await make(rollBack, [], { change: 3 });
    expect(await holds()).toMatchObject({ guide: { kind: 'rollback', seq: 4 } });
  });

  test('of a rollback would bring the later release back, and is refused while its part is held', async () => {
    await make(rollBack, ['booking'], { why: 'slow' });
    await expect(make(rollBack, [], { change: 3 })).rejects.toThrow(
      /^booking is held by Camille Martin because "slow", since change 3 at \S+Z\. Nothing was changed\. To lift the hold: "npx pnpm release resume booking"\.$/,
    );
    await make(resume, ['booking']);
    await make(rollBack, [], { change: 3 });
    expect([await activeId(), await holds()]).toEqual(['1.0.0-b', {}]);
  });

  test('of a held part goes on, and the part keeps the reason of its first hold', async () => {
    await activating(['booking@1.0.0-c']);
    await make(hold, ['booking'], { why: 'an audit', who: 'Ada Martin' });
    const made = await make(rollBack, ['booking'], { why: 'slow' });
    expect(made).not.toHaveProperty('held');
    expect(await activeId()).toBe('1.0.0-b');
    expect(await holds()).toMatchObject({ booking: { kind: 'hold', why: 'an audit', who: 'Ada Martin' } });
  });
});

describe('an activation of a held part', () => {
  beforeEach(() => make(hold, ['booking'], { why: 'loses dates', who: 'Ada Martin' }));

  test('is refused with the reason, who and when, and the ways out', async () => {
    const error: unknown = await activating(['booking@1.0.0-b', 'landing@1.0.0-b']).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HeldError);
    expect((error as HeldError).message).toMatch(
      /^booking is held by Ada Martin because "loses dates", since change 2 at \S+Z\. Nothing was changed\. To lift the hold: "npx pnpm release resume booking", or repeat the activation with --resume\.$/,
    );
    expect((error as HeldError).holds).toEqual(await holds());
    expect([await activeId(), await activeId('landing')]).toEqual(['1.0.0-a', '1.0.0-a']);
  });

  test('names each of several held parts', async () => {
    await make(hold, ['landing'], { why: 'new prices' });
    await expect(activating(['booking@1.0.0-b', 'landing@1.0.0-b'])).rejects.toThrow(
      /^booking is held .* landing is held by Camille Martin because "new prices".* To lift the holds: "npx pnpm release resume booking landing"/,
    );
  });

  test('of the release that is active already changes nothing', async () => {
    expect(await activating(['booking@1.0.0-a'])).toMatchObject({ changed: false });
  });

  test('lifts its hold and no other in the same change when it says so', async () => {
    await make(hold, ['shell'], { why: 'an audit' });
    const made = await activating(['booking@1.0.0-b', 'landing@1.0.0-b'], { isResuming: true });
    expect(made).toMatchObject({ command: 'activate', resumed: ['booking'], seq: 4 });
    expect([await activeId(), Object.keys(await holds())]).toEqual(['1.0.0-b', ['shell']]);
  });

  test('of the active release only lifts the hold when it says so', async () => {
    const made = await activating(['booking@1.0.0-a'], { isResuming: true });
    expect(made).toMatchObject({ changed: true, resumed: ['booking'], parts: [{ name: 'booking' }] });
    expect(made).not.toHaveProperty('watchedDays');
    expect((await store.readRevision())?.releases.booking).toMatchObject({ active: '1.0.0-a', revoked: [] });
    expect(await holds()).toEqual({});
  });
});

describe('a hold', () => {
  test.each(['', '  '])('with the reason %j is refused', async (why) => {
    await expect(make(hold, ['booking'], { why })).rejects.toThrow('add --why "…".');
  });

  test('of a part that nobody published is refused', async () => {
    await expect(make(hold, ['gide'], { why: 'x' })).rejects.toThrow(
      'Nothing is called "gide": choose among shell, landing, booking.',
    );
    await expect(make(resume, ['gide'])).rejects.toThrow('Nothing is called "gide"');
    expect(await holds()).toEqual({});
  });

  test('of a part that was never active refuses its first activation', async () => {
    await make(hold, ['guide'], { why: 'not before January' });
    expect((await store.readRevision())?.deactivated).toBeUndefined();
    await expect(activating(['guide@1.0.0-a'])).rejects.toThrow('because "not before January"');
    await make(resume, ['guide']);
    await activating(['guide@1.0.0-a']);
    expect(await activeId('guide')).toBe('1.0.0-a');
  });

  test('of several parts is one change, and leaves those that are held already', async () => {
    await make(hold, ['booking'], { why: 'first' });
    const made = await make(hold, ['booking', 'landing', 'landing'], { why: 'second' });
    expect(made).toMatchObject({ parts: [{ name: 'landing' }], held: { kind: 'hold', parts: ['landing'] } });
    expect(await holds()).toMatchObject({ booking: { why: 'first', seq: 2 }, landing: { why: 'second', seq: 3 } });
    const again = await make(hold, ['booking'], { why: 'third' });
    expect(again).toMatchObject({ changed: false, seq: 3, holds: { booking: { why: 'first' } } });
  });

  test('that is placed while another person activates decides about that activation', async () => {
    const [held, activation] = await Promise.allSettled([
      make(hold, ['booking'], { why: 'stop' }),
      activating(['booking@1.0.0-b']),
    ]);
    expect(held.status).toBe('fulfilled');
    const revision = await store.readRevision();
    const isRefused = activation.status === 'rejected' && activation.reason instanceof HeldError;
    expect([isRefused, revision?.seq]).toEqual(
      revision?.releases.booking?.active === '1.0.0-a' ? [true, 2] : [false, 3],
    );
    expect(await holds()).toHaveProperty('booking');
  });

  test('survives a revocation, a deactivation, other data and a repair', async () => {
    await activating(['booking@1.0.0-b']);
    await make(hold, ['booking', 'guide'], { why: 'stop' });
    await make(revoke, ['booking@1.0.0-b']);
    expect(await activeId()).toBe('1.0.0-a');
    await changeSite(store, '', async (current) => {
      const data = { ...tinyData, composedOn: '2026-11-26' };
      return decideComposition(current, 'compose', { releases: current?.releases ?? {}, data });
    });
    await store.blobs.replace('index/00000006.json', '{');
    await repair(store, '');
    expect((await store.readRevision())?.change.command).toBe('repair');
    await make(deactivate, ['booking']);
    expect(Object.keys(await holds()).sort()).toEqual(['booking', 'guide']);
    expect((await readStatus(store)).holds).toEqual(await holds());
  });
});

test('the status says which parts the site cannot do without', async () => {
  const { names } = await readStatus(store);
  expect(names.filter(({ required }) => required).map(({ name }) => name)).toEqual(['shell', 'landing']);
  expect(names.length).toBeGreaterThan(2);
});

test('lifting the hold of a part that is not held changes nothing', async () => {
  expect(await make(resume, ['booking'])).toMatchObject({ changed: false, seq: 1 });
  await make(hold, ['landing'], { why: 'stop' });
  expect(await make(resume, ['booking', 'landing'])).toMatchObject({ command: 'resume', resumed: ['landing'] });
  expect(await holds()).toEqual({});
});

describe('automatic rollback', () => {
  const BOTH: readonly ReleaseName[] = [
    { name: 'booking', id: '1.0.0-b' },
    { name: 'landing', id: '1.0.0-b' },
  ];
  beforeEach(() => activating(BOTH.map(({ name, id }) => `${name}@${id}`)));

  test('takes the parts of a change back once, also from two servers, and holds them for its figures', async () => {
    const servers = [1, 2].map(() => rollBackAutomatically(store, 2, '3 of 30 pages failed, 0 of 900 before'));
    const [changed, ...others] = (await Promise.all(servers)).filter((one) => one !== null);
    expect(others).toEqual([]);
    expect(changed?.revision.change).toMatchObject({ command: 'rollback', who: AUTO_ROLLBACK });
    expect([await activeId(), await activeId('landing')]).toEqual(['1.0.0-a', '1.0.0-a']);
    const held = { kind: 'guard', who: AUTO_ROLLBACK, why: '3 of 30 pages failed, 0 of 900 before', at, seq: 3 };
    expect(await holds()).toEqual({ booking: held, landing: held });
    await expect(activating(['booking@1.0.0-c'])).rejects.toThrow('booking is held by guard because "3 of 30');
  });

  test('does not take out a part that had no release before', async () => {
    await activating(['guide@1.0.0-a']);
    await expect(rollBackAutomatically(store, 3, 'figures')).rejects.toThrow(
      'guide had no release before change 3: there is none to go back to.',
    );
    expect(await activeId('guide')).toBe('1.0.0-a');
  });
});
