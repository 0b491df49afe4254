/** @jest-environment node */
import { prepareForSupabase, startAnsweringServer } from '@site/forms/testing/backend';
import { sendContactMessage } from './send-contact-message';

const KEY = '3f0c8a52-7d41-4b8e-9c57-1f2e3d4c5b6a';
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
  sendContactMessage(server.backend, { idempotencyKey: KEY }, { ...message, ...change });

beforeAll(prepareForSupabase);
beforeEach(async () => {
  server = await startAnsweringServer();
});
afterEach(() => server.stop());

test('the contact call posts one row with both keys and the columns of the table', async () => {
  server.answerWith(201);
  expect(await send()).toEqual({ ok: true });
  const [call] = server.calls;
  expect(server.calls).toHaveLength(1);
  expect(call?.request).toBe('POST /rest/v1/contacts');
  expect(call?.headers.apikey).toBe('public-key');
  expect(call?.headers['x-client-info']).toContain(`attempt=${KEY}`);
  const { isAgefice, ...columns } = message;
  expect(call?.body).toEqual({ ...columns, message: null, is_agefice: true });
});

test('a repeat that the server has already stored counts as a success', async () => {
  server.answerWith(409, { code: 'ALREADY_STORED', message: '', details: null, hint: null });
  expect(await send()).toEqual({ ok: true });
});

test('a refusal is a failure that keeps its error', async () => {
  server.answerWith(429, { code: 'RATE_LIMIT', message: 'too many', details: '437' });
  expect(await send()).toEqual({
    ok: false,
    reason: 'too-many',
    retryAfterS: 437,
    error: expect.objectContaining({ message: 'too many' }),
  });
});

test('a client that cannot be opened is a failure', async () => {
  const outcome = await sendContactMessage({ url: 'nowhere', anonKey: 'public-key' }, { idempotencyKey: KEY }, message);
  expect(outcome).toMatchObject({ ok: false, reason: 'offline' });
});
