import type { Store } from '@site/release-core/store/store';
import { activateReleases, addAll, tinyRemote, tinyStore } from '@site/release-core/tests/support/tiny-site';
import type { Grant } from '@site/release-core/wire/grants';
import { callAs, giveGrant, type InterfaceSite } from '../../tests/support/interface-site';
import { serveForTests } from '../../tests/support/serve-for-tests';

let store: Store;
let sites: InterfaceSite[];

beforeEach(async () => {
  store = await tinyStore();
  await addAll(store, [tinyRemote('booking', '1.0.0-b'), tinyRemote('booking', '1.0.0-c')]);
  // Two servers of one store.
  sites = await Promise.all([1, 2].map(() => serveForTests({ store })));
});
afterEach(() => {
  for (const site of sites) site.stop();
});

async function team(changes: Partial<Grant> = {}) {
  const { token } = await giveGrant(store, changes);
  return async (command: string, words: readonly string[], more: object = {}, server = 0) => {
    const request = `POST ${sites[server]?.address}/commands/${command}`;
    const { status, body } = await callAs(token, request, { words, ...more });
    return { status, body };
  };
}

const UNCHECKED = { isUnchecked: true, why: 'a test' };
const holds = async () => (await store.readIndex())?.holds ?? {};

test('a rollback from elsewhere holds its part on every server, and the refusal names who, why and when', async () => {
  const run = await team();
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  expect(await run('rollback', ['booking'], { why: 'loses dates' })).toMatchObject({
    body: { json: { held: { kind: 'rollback', parts: ['booking'] } } },
  });
  expect(await run('activate', ['booking@1.0.0-c'], UNCHECKED, 1)).toEqual({
    status: 423,
    body: {
      type: '/release/v1/problems/held',
      title: 'A part is held.',
      status: 423,
      detail: expect.stringContaining(
        'booking is held by équipe réservation because "loses dates", since change 3 at ',
      ),
      holds: await holds(),
    },
  });
  expect(await holds()).toMatchObject({ booking: { who: 'équipe réservation', why: 'loses dates', seq: 3 } });
  expect((await run('status', [], {}, 1)).body.json.holds).toEqual(await holds());
  const activated = await run('activate', ['booking@1.0.0-c'], { ...UNCHECKED, isResuming: true }, 1);
  expect(activated).toMatchObject({ status: 200, body: { json: { resumed: ['booking'] } } });
  expect(await holds()).toEqual({});
});

test('a grant that may only roll back holds the part that it rolls back, and neither holds nor resumes it otherwise', async () => {
  const run = await team({ may: ['rollback'] });
  await activateReleases(store, { name: 'booking', id: '1.0.0-b' });
  expect((await run('hold', ['booking'], { why: 'x' })).status).toBe(403);
  expect((await run('rollback', ['booking'])).status).toBe(200);
  expect((await run('resume', ['booking'])).status).toBe(403);
  expect(Object.keys(await holds())).toEqual(['booking']);
});

test('a hold is lifted only by somebody who saw it', async () => {
  const run = await team();
  await run('hold', ['booking'], { why: 'an audit' });
  await run('resume', ['booking']);
  await run('hold', ['booking'], { why: 'the guard found failures' });
  for (const [command, words, more] of [
    ['resume', ['booking'], {}],
    ['activate', ['booking@1.0.0-b'], { ...UNCHECKED, isResuming: true }],
  ] as const) {
    expect(await run(command, words, { ...more, seq: 2 })).toMatchObject({ status: 409, body: { seq: 4 } });
  }
  expect(await run('resume', ['booking'], { seq: 4 })).toMatchObject({ status: 200 });
});
