/** @jest-environment node */

import { prepareForSupabase, startAnsweringServer } from '@site/forms/testing/backend';
import { openCallAhead } from './call-ahead';
import { pageOf } from './request-pages';

const KEY = 'espace-session';
const list = pageOf({ filter: 'todo', search: '', oldest: false }, null);
const page = { items: [], next: null };

let server: Awaited<ReturnType<typeof startAnsweringServer>>;
let stored: string | null;

beforeEach(async () => {
  prepareForSupabase();
  stored = sessionOf(3600);
  Object.assign(globalThis, { window: { localStorage: { getItem: (key: string) => (key === KEY ? stored : null) } } });
  server = await startAnsweringServer();
  server.answerWith(200, page);
});
afterEach(async () => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'window');
  await server.stop();
});

const sessionOf = (seconds: number) =>
  JSON.stringify({ access_token: 'a.b.c', expires_at: Math.floor(Date.now() / 1000) + seconds });

function open() {
  const ahead = openCallAhead(server.backend, KEY);
  ahead.send('owner_requests', list);
  return ahead;
}

test('the next identical call gets the answer requested ahead with the stored session, once', async () => {
  const ahead = open();
  expect(
    await ahead.take('owner_requests', pageOf({ filter: 'all', search: '', oldest: false }, null)),
  ).toBeUndefined();
  expect(await ahead.take('owner_me', {})).toBeUndefined();
  expect(await ahead.take('owner_requests', { ...list })).toEqual(page);
  expect(await ahead.take('owner_requests', list)).toBeUndefined();
  expect(server.calls).toEqual([
    expect.objectContaining({
      request: 'POST /rest/v1/rpc/owner_requests',
      body: list,
      headers: expect.objectContaining({ apikey: 'public-key', authorization: 'Bearer a.b.c' }),
    }),
  ]);
});

test('answered() resolves at once when no call was sent, and with the answer otherwise', async () => {
  await openCallAhead(server.backend, KEY).answered();
  expect(server.calls).toHaveLength(0);
  await open().answered();
  expect(server.calls).toHaveLength(1);
});

test.each([401, 500])('an answer %i leaves the call to supabase-js', async (status) => {
  server.answerWith(status, { message: 'no' });
  expect(await open().take('owner_requests', list)).toBeUndefined();
});

test('a server that cannot be reached leaves the call to supabase-js', async () => {
  await server.stop();
  expect(await open().take('owner_requests', list)).toBeUndefined();
  server = await startAnsweringServer();
});

test('an answer that was requested ten seconds earlier is not used', async () => {
  const ahead = open();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await ahead.take('owner_requests', list)).toBeUndefined();
});

test.each([
  ['no session', () => null],
  ['a session that is to be renewed first', () => sessionOf(110)],
  ['a session without an end', () => '{"access_token":"a.b.c"}'],
  ['a session of an unexpected shape', () => '"a.b.c"'],
  ['text that is not JSON', () => '{'],
])('with %s in the browser’s storage nothing is sent', async (_, what) => {
  stored = what();
  expect(await open().take('owner_requests', list)).toBeUndefined();
  expect(server.calls).toEqual([]);
});
