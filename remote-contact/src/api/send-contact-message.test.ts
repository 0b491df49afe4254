/** @jest-environment node */
import { CALL_TIMEOUT_MS } from '@site/forms/client';
import { prepareForSupabase, startAnsweringServer } from '@site/forms/testing/backend';
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

let server: Awaited<ReturnType<typeof startAnsweringServer>>;
const send = (change: Partial<typeof message> = {}) =>
  sendContactMessage(server.backend, { attempt: ATTEMPT }, { ...message, ...change });

beforeAll(prepareForSupabase);
beforeEach(async () => {
  server = await startAnsweringServer();
});
afterEach(() => server.stop());

test('posts one row with the key, the attempt and the columns of the table', async () => {
  server.answerWith(201);
  expect(await send()).toEqual({ ok: true });
  const [call] = server.calls;
  expect(server.calls).toHaveLength(1);
  expect(call?.request).toBe('POST /rest/v1/contacts');
  expect(call?.headers.apikey).toBe('public-key');
  expect(call?.headers['x-client-info']).toContain(`attempt=${ATTEMPT}`);
  const { isAgefice, ...columns } = message;
  expect(call?.body).toEqual({ ...columns, message: null, is_agefice: true });
});

test('sends the written message if there is one', async () => {
  server.answerWith(201);
  await send({ message: 'Bonjour', isAgefice: false });
  expect(server.calls[0]?.body).toMatchObject({ message: 'Bonjour', is_agefice: false });
});

test('a repeat that the server has already stored counts as a success', async () => {
  server.answerWith(409, { code: 'ALREADY_STORED', message: '', details: null, hint: null });
  expect(await send()).toEqual({ ok: true });
});

test.each([
  ['a refused key', 401, { code: '401', message: 'Invalid API key' }, 'rejected'],
  ['another conflict', 409, { code: '23505', message: 'duplicate key' }, 'rejected'],
  ['a value the database refuses', 400, { code: '23514', message: 'check' }, 'rejected'],
  ['too many requests', 429, { code: 'RATE_LIMIT', message: 'too many' }, 'too-many'],
  ['an HTML page instead of JSON', 502, '<html>Bad gateway</html>', 'rejected'],
  ['an address without a backend', 404, '', 'rejected'],
])('%s is a failure that keeps its error', async (_what, status, body, reason) => {
  server.answerWith(status, body);
  expect(await send()).toEqual({ ok: false, reason, error: expect.objectContaining({ message: expect.any(String) }) });
});

test('a refusal for too many requests has the seconds until a retry', async () => {
  server.answerWith(429, { code: 'RATE_LIMIT', message: 'too many', details: '437', hint: null });
  expect(await send()).toMatchObject({ reason: 'too-many', retryAfterS: 437 });
});

test('a server that cannot be reached is reported as offline', async () => {
  await server.stop();
  expect(await send()).toMatchObject({ ok: false, reason: 'offline' });
});

test('an invalid backend address is a failure, not an exception', async () => {
  const outcome = await sendContactMessage({ url: 'nowhere', anonKey: 'public-key' }, { attempt: ATTEMPT }, message);
  expect(outcome).toMatchObject({ ok: false, reason: 'offline' });
});

test('a call without an answer fails after fifteen seconds', async () => {
  const called = server.nextCall();
  const outcome = send();
  await called;
  jest.advanceTimersByTime(CALL_TIMEOUT_MS);
  expect(await outcome).toMatchObject({ ok: false, reason: 'offline' });
  expect(CALL_TIMEOUT_MS).toBe(15_000);
});
