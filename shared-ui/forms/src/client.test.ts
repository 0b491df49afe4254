import { CALL_TIMEOUT_MS, fetchInTime, openClient } from './client';

const idempotencyKey = '0d9f3c1e-5f1b-4b0a-9c55-5b0a7f6f7d11';
const row = { prenom: 'Camille', nom: 'Durand', email: 'camille@exemple.fr', telephone: '0639980000' };
const fetchMock = jest.fn();

async function open(...parts: Parameters<typeof openClient>) {
  const opened = await openClient(...parts);
  if (!opened.ok) throw opened.error;
  return opened.client;
}

beforeEach(() => {
  fetchMock.mockReset();
  Object.assign(globalThis, { fetch: fetchMock });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'fetch');
});

const stored = { ok: true, status: 201, statusText: 'Created', headers: new Map(), text: async () => '' };

test('a client sends only the site and the attempt in X-Client-Info', async () => {
  fetchMock.mockResolvedValue(stored);
  const client = await open({ url: 'https://db.example', anonKey: 'key' }, { idempotencyKey });
  await client.from('contacts').insert(row);
  const [address, { method, headers, body }] = fetchMock.mock.calls[0];
  expect(address).toBe('https://db.example/rest/v1/contacts');
  expect(method).toBe('POST');
  expect(JSON.parse(body)).toEqual(row);
  expect(new Headers(headers).get('x-client-info')).toBe(`site-web/1.0.0 attempt=${idempotencyKey}`);
  expect(new Headers(headers).get('apikey')).toBe('key');
  expect(new Headers(headers).get('authorization')).toBe('Bearer key');
});

const releases = { shell: '1.0.0-s1', part: '1.0.0-a' };
test.each([
  ['marks a filled honeypot', { isHoneypotFilled: true }, 'honeypot=filled'],
  ['names the price that the page shows', { shownCents: 19_900 }, 'price=19900'],
  ['names the releases of the page', { releases }, 'shell=1.0.0-s1 release=1.0.0-a'],
])('a client %s in X-Client-Info', async (_, signals, info) => {
  fetchMock.mockResolvedValue(stored);
  const client = await open({ url: 'https://db.example', anonKey: 'key' }, { idempotencyKey, ...signals });
  await client.from('contacts').insert(row);
  const [, { headers, body }] = fetchMock.mock.calls[0];
  expect(new Headers(headers).get('x-client-info')).toBe(`site-web/1.0.0 attempt=${idempotencyKey} ${info}`);
  expect(JSON.parse(body)).toEqual(row);
});

test('a client keeps no session, so that a second attempt logs no warning', async () => {
  const warn = jest.spyOn(console, 'warn');
  await open({ url: 'https://db.example', anonKey: 'key' }, { idempotencyKey });
  await open({ url: 'https://db.example', anonKey: 'key' }, { idempotencyKey });
  expect(warn).not.toHaveBeenCalled();
  expect(localStorage).toHaveLength(0);
});

test('a client calls the site itself when the backend URL is empty', async () => {
  fetchMock.mockResolvedValue(stored);
  const client = await open({ url: '', anonKey: 'key' }, { idempotencyKey });
  await client.from('contacts').insert(row);
  expect(fetchMock.mock.calls[0][0]).toBe(`${window.location.origin}/rest/v1/contacts`);
});

const untilAborted = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test.each([
  ['without an answer', (_address: string, { signal }: { signal: AbortSignal }) => untilAborted(signal)],
  [
    'whose answer breaks off',
    async (_address: string, { signal }: { signal: AbortSignal }) => ({ ...stored, text: () => untilAborted(signal) }),
  ],
])('a call %s ends after 15 s', async (_case, answer) => {
  const client = await open({ url: 'https://db.example', anonKey: 'key' }, { idempotencyKey });
  fetchMock.mockImplementation(answer);
  jest.useFakeTimers();
  const ended = jest.fn();
  client.from('contacts').insert(row).then(ended, ended);
  await jest.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1);
  expect(ended).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledTimes(1);
  expect(CALL_TIMEOUT_MS).toBe(15_000);
  jest.useRealTimers();
});

test.each([
  ['during the call', (caller: AbortController) => caller.abort('left'), (_: AbortController) => undefined],
  ['before the call', (_: AbortController) => undefined, (caller: AbortController) => caller.abort('left')],
])('a call ends when its caller gives it up %s', async (_case, after, before) => {
  fetchMock.mockImplementation(async (_address: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    return untilAborted(signal);
  });
  const caller = new AbortController();
  before(caller);
  const call = fetchInTime('https://db.example', { signal: caller.signal });
  after(caller);
  await expect(call).rejects.toBe('left');
});
