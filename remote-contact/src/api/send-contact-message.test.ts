/** @jest-environment node */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CALL_TIMEOUT_MS } from '@site/shared-ui/backend';
import { sendContactMessage } from './send-contact-message';

const ATTEMPT = '3f0c8a52-7d41-4b8e-9c57-1f2e3d4c5b6a';
const message = {
  prenom: 'Camille',
  nom: 'Martin',
  email: 'camille@exemple.fr',
  telephone: '06 39 98 00 00',
  message: '',
  isAgefice: true,
};

interface Call {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

let server: Server;
let calls: Call[];
/** What the server answers; null leaves the call without an answer. */
let answer: { status: number; body: string } | null;

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const send = (change: Partial<typeof message> = {}) =>
  sendContactMessage({ url: url(), anonKey: 'public-key' }, { attempt: ATTEMPT }, { ...message, ...change });

beforeAll(() => {
  // What supabase-js misses in Node 20, and its time-outs under the test's control.
  Object.assign(globalThis, { WebSocket: class {} });
  jest.spyOn(console, 'warn').mockImplementation();
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});

beforeEach(async () => {
  calls = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    calls.push({ method, url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('posts one row with the key, the attempt and the columns of the table', async () => {
  answer = { status: 201, body: '' };
  expect(await send()).toEqual({ ok: true });
  const [call] = calls;
  expect(calls).toHaveLength(1);
  expect([call?.method, call?.url?.split('?')[0]]).toEqual(['POST', '/rest/v1/contacts']);
  expect(call?.headers.apikey).toBe('public-key');
  expect(call?.headers['x-client-info']).toContain(`attempt=${ATTEMPT}`);
  const { isAgefice, ...columns } = message;
  expect(call?.body).toEqual({ ...columns, message: null, is_agefice: true });
});

test('sends what was written, when something was', async () => {
  answer = { status: 201, body: '' };
  await send({ message: 'Bonjour', isAgefice: false });
  expect(calls[0]?.body).toMatchObject({ message: 'Bonjour', is_agefice: false });
});

test('a repeat that the server has already stored is a success', async () => {
  answer = { status: 409, body: '{"code":"ALREADY_STORED","message":"","details":null,"hint":null}' };
  expect(await send()).toEqual({ ok: true });
});

test.each([
  ['a refused key', 401, '{"code":"401","message":"Invalid API key"}', 'rejected'],
  ['another conflict', 409, '{"code":"23505","message":"duplicate key"}', 'rejected'],
  ['a value the database refuses', 400, '{"code":"23514","message":"check"}', 'rejected'],
  ['too many requests', 429, '{"code":"RATE_LIMIT","message":"too many"}', 'too-many'],
  ['a page instead of an answer', 502, '<html>Bad gateway</html>', 'rejected'],
  ['an address where nothing stores', 404, '', 'rejected'],
])('%s is a failure, with what the console needs', async (_what, status, body, reason) => {
  answer = { status, body };
  expect(await send()).toEqual({ ok: false, reason, error: expect.objectContaining({ message: expect.any(String) }) });
});

test('a refusal for too many requests tells when they are taken again', async () => {
  answer = { status: 429, body: '{"code":"RATE_LIMIT","message":"too many","details":"437","hint":null}' };
  expect(await send()).toMatchObject({ reason: 'too-many', retryAfterS: 437 });
});

test('a server that cannot be reached is offline', async () => {
  const gone = url();
  await new Promise((resolve) => server.close(resolve));
  const outcome = await sendContactMessage({ url: gone, anonKey: 'public-key' }, { attempt: ATTEMPT }, message);
  expect(outcome).toMatchObject({ ok: false, reason: 'offline' });
});

test('a backend address that makes no sense is a failure, not a crash', async () => {
  const outcome = await sendContactMessage({ url: 'nowhere', anonKey: 'public-key' }, { attempt: ATTEMPT }, message);
  expect(outcome).toMatchObject({ ok: false, reason: 'offline' });
});

test('a server that never answers is given up after fifteen seconds', async () => {
  answer = null;
  const asked = new Promise((resolve) => server.once('request', resolve));
  const outcome = send();
  await asked;
  jest.advanceTimersByTime(CALL_TIMEOUT_MS);
  expect(await outcome).toMatchObject({ ok: false, reason: 'offline' });
  expect(CALL_TIMEOUT_MS).toBe(15_000);
});
