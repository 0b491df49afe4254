/** @jest-environment node */
import { runInNewContext } from 'node:vm';
import { prepareForSupabase, startAnsweringServer } from '@site/forms/testing/backend';
import { openFirstCall } from '../api/first-call';
import { pageOf } from '../api/request-list';
import { earlyScript } from './early-script';

const list = pageOf({ filter: 'todo', search: '', oldest: false }, null);
const page = { items: [], next: null };

let server: Awaited<ReturnType<typeof startAnsweringServer>>;
let localStorage: { readonly getItem: (key: string) => string | null };

beforeEach(async () => {
  prepareForSupabase();
  store(sessionOf(3600));
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

function store(session: string | null) {
  localStorage = { getItem: (key) => (key === 'espace-session' ? session : null) };
}

/** Runs the script at an address as the document does, where nothing of the part exists yet; then opens the part. */
function open(search: string) {
  const page = { fetch, AbortSignal, URLSearchParams, performance, localStorage, location: { search } };
  const window = Object.assign(page, { window: page });
  runInNewContext(earlyScript({ backend: server.backend }), window);
  Object.assign(globalThis, { window });
  return openFirstCall();
}

test('the first identical call gets the answer requested early with the stored session, once', async () => {
  const first = open('?vue=demandes');
  expect(await first.take('owner_requests', { ...list, filter: 'all' })).toBeUndefined();
  expect(await first.take('owner_me', {})).toBeUndefined();
  expect(await first.take('owner_requests', { ...list })).toEqual(page);
  expect(await first.take('owner_requests', list)).toBeUndefined();
  expect(server.calls).toEqual([
    expect.objectContaining({
      request: 'POST /rest/v1/rpc/owner_requests',
      body: list,
      headers: expect.objectContaining({ apikey: 'public-key', authorization: 'Bearer a.b.c' }),
    }),
  ]);
});

test('an answer that has come is there at once, until the call takes it', async () => {
  const first = open('?vue=demandes');
  expect(first.early()).toBeNull();
  await first.answer;
  expect(first.early()).toEqual({ name: 'owner_requests', args: list, value: page });
  await first.take('owner_requests', list);
  expect(first.early()).toBeNull();
});

test.each([
  ['', 'owner_today', {}],
  ['?vue=aujourdhui', 'owner_today', {}],
  ['?vue=demandes', 'owner_requests', list],
  ['?filtre=spam&ordre=anciennes', 'owner_requests', { ...list, filter: 'spam', oldest: true }],
  ['?recherche=Zoé', 'owner_requests', { ...list, search: 'Zoé' }],
  ['?demande=b1&filtre=all', 'owner_request', { id: 'b1' }],
] as const)('the address « %s » requests %s', async (search, name, args) => {
  expect(await open(search).take(name, args)).toEqual(page);
  expect(server.calls).toHaveLength(1);
});

test.each(['?vue=agenda', '?ajout=telephone', '?demande=b1&dossier=journee'])(
  'the address « %s » requests nothing',
  (search) => {
    expect(open(search).answer).toBeUndefined();
    expect(server.calls).toEqual([]);
  },
);

test.each([
  ['no session', () => null],
  ['a session that is to be renewed first', () => sessionOf(110)],
  ['a session without an end', () => '{"access_token":"a.b.c"}'],
  ['a session of an unexpected shape', () => '"a.b.c"'],
  ['text that is not JSON', () => '{'],
])('with %s in the browser’s storage nothing is requested', async (_, session) => {
  store(session());
  expect(await open('').take('owner_today', {})).toBeUndefined();
  expect(server.calls).toEqual([]);
});

test('without access to storage, as in a preview, nothing is requested', () => {
  localStorage = {
    getItem: () => {
      throw new DOMException('Refused.', 'SecurityError');
    },
  };
  expect(open('').answer).toBeUndefined();
});

test.each([401, 500])('an answer %i leaves the call to supabase-js', async (status) => {
  server.answerWith(status, { message: 'no' });
  expect(await open('').take('owner_today', {})).toBeUndefined();
});

test('a server that cannot be reached leaves the call to supabase-js', async () => {
  await server.stop();
  expect(await open('').take('owner_today', {})).toBeUndefined();
  server = await startAnsweringServer();
});

test('an answer that was requested ten seconds earlier is not used', async () => {
  const first = open('');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await first.take('owner_today', {})).toBeUndefined();
});
