import type { Store } from '@site/release-core/store/store';
import { activateReleases, rollBack } from '@site/release-core/tests/support/change';
import { addAll, tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import { contextOn, runIn, type TypedFlags } from '../../tests/support/command-context';
import { activate } from './activate';
import { hold } from './hold';
import { log } from './log';
import { resume } from './resume';
import { rollback } from './rollback';
import { status } from './status';

let store: Store;

beforeEach(async () => {
  store = await tinyStore();
  await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('landing', '1.0.0-b')]);
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
});

type Command = Parameters<typeof runIn>[0];

const run = async (command: Command, words: readonly string[], options: TypedFlags = {}) =>
  (await runIn(command, { ...contextOn(store, options), root: '/nowhere' }, ...words)).text.split('\n');

const AT = /\S+Z/g;
const withoutTimes = (lines: readonly string[]) => lines.map((line) => line.replaceAll(AT, 'TIME'));

test('a rollback names the part that it holds, and the command that lifts the hold', async () => {
  expect(await run(rollback, ['booking'])).toEqual([
    'booking: 1.0.0-b → 1.0.0-a',
    'booking is held: its activations are refused until "npx pnpm release resume booking".',
    expect.stringMatching(/^Change 3\. /),
  ]);
});

test('hold names the parts that it holds, and a second hold names the first', async () => {
  expect((await run(hold, ['remote-booking'], { why: 'an audit', who: 'Ada Martin' }))[0]).toBe(
    'booking is held: its activations are refused until "npx pnpm release resume booking".',
  );
  expect(withoutTimes(await run(hold, ['remote-booking'], { why: 'another' }))).toEqual([
    'booking is held by Ada Martin because "an audit", since change 3 at TIME. Nothing was changed.',
  ]);
});

test('resume names the parts whose hold it lifts, and those that are not held', async () => {
  await run(hold, ['booking']);
  expect((await run(resume, ['booking', 'landing']))[0]).toBe('The hold of booking is lifted.');
  expect(await run(resume, ['remote-booking'])).toEqual(['booking is not held.']);
  expect(await run(resume, ['booking', 'landing'])).toEqual(['booking, landing are not held.']);
});

test('an activation with --resume names the hold that it lifts', async () => {
  await rollBack(store, 'booking');
  await expect(run(activate, ['booking@1.0.0-b'])).rejects.toThrow('booking is held by');
  expect((await run(activate, ['booking@1.0.0-b'], { resume: true })).slice(0, 2)).toEqual([
    'booking: 1.0.0-a → 1.0.0-b',
    'The hold of booking is lifted.',
  ]);
});

test('status lists each hold with its reason, author and time, and how to lift it', async () => {
  expect(JSON.stringify(await run(status, []))).not.toContain('held');
  await run(rollback, ['booking'], { why: 'loses dates', who: 'Ada Martin' });
  expect(withoutTimes(await run(status, []))).toContain(
    'booking is held by Ada Martin because "loses dates", since change 3 at TIME. To lift the hold: "npx pnpm release resume booking".',
  );
  const { json } = await runIn(status, { ...contextOn(store), root: '/nowhere' });
  expect(json).toMatchObject({ holds: { booking: { kind: 'rollback', why: 'loses dates', seq: 3 } } });
});

test('log marks the changes that hold a part and that lift a hold', async () => {
  await run(rollback, ['booking']);
  await run(activate, ['booking@1.0.0-b', 'landing@1.0.0-b'], { resume: true });
  await run(hold, ['landing'], { why: 'new prices' });
  await run(resume, ['landing'], { why: 'they are right' });
  const { text } = await runIn(log, contextOn(store));
  const rows = text
    .split('\n')
    .slice(3)
    .map((line) => line.replaceAll(/ +/g, ' ').trim());
  expect(rows).toEqual([
    expect.stringContaining('rollback booking (held) 1.0.0-b 1.0.0-a'),
    expect.stringContaining('activate booking (watched; resumed; unchecked) 1.0.0-a 1.0.0-b'),
    'activate landing (watched; unchecked) 1.0.0-a 1.0.0-b',
    expect.stringMatching(/hold landing new prices$/),
    expect.stringMatching(/resume landing they are right$/),
  ]);
});
