/** @jest-environment node */
import { startChallengingServer } from '../testing/challenging-server';
import { fetchAnsweringChallenges, SOLVING_TIMEOUT_MS } from './fetch-answering-challenges';

const INFO = 'site-web/1.0.0 attempt=0d9f3c1e-5f1b-4b0a-9c55-5b0a7f6f7d11';

let server: Awaited<ReturnType<typeof startChallengingServer>>;
const post = () =>
  fetchAnsweringChallenges(server.address, { method: 'POST', headers: { 'X-Client-Info': INFO }, body: '{}' });

beforeEach(async () => {
  // Real ones would keep the test's process waiting for the time-outs of calls that were answered.
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  server = await startChallengingServer();
});
afterEach(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  await server.stop();
});

test('a call that is not refused is sent once, as it is', async () => {
  server.refuse(0);
  expect((await post()).status).toBe(201);
  expect(server.tokens).toEqual([INFO]);
});

test('a call that is refused with a challenge is sent again with the right answer', async () => {
  expect((await post()).status).toBe(201);
  expect(server.tokens).toEqual([INFO, expect.stringMatching(/ attempt=[0-9a-f-]{36} challenge=[\w-]+$/)]);
  expect(server.checks).toEqual([true]);
});

test('each further challenge gets an answer of its own', async () => {
  server.refuse(3);
  expect((await post()).status).toBe(201);
  expect(server.checks).toEqual([true, true, true]);
  expect(new Set(server.tokens).size).toBe(4);
});

test('after three challenges the refusal is the result', async () => {
  server.refuse(4);
  const response = await post();
  expect(response.status).toBe(429);
  expect(server.tokens).toHaveLength(4);
  expect(await response.json()).toMatchObject({ code: 'RATE_LIMIT', details: '437' });
});

async function expectHandedOn() {
  const response = await post();
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('437');
  expect(await response.json()).toMatchObject({ code: 'RATE_LIMIT', details: '437' });
  expect(server.tokens).toEqual([INFO]);
}

test('a refusal without a challenge is handed on', async () => {
  server.refuse(4, () => 'none');
  await expectHandedOn();
});

test('a challenge that asks for too much is not solved', async () => {
  server.refuse(4, ({ parameters, signature }) =>
    JSON.stringify({ parameters: { ...parameters, cost: 1_000_000 }, signature }),
  );
  await expectHandedOn();
});

test('where the browser does not hash, the refusal is handed on', async () => {
  jest.spyOn(crypto, 'subtle', 'get').mockImplementation();
  await expectHandedOn();
});

test('when the browser fails to derive keys, the refusal is handed on', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation();
  jest.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(new Error('unsupported'));
  await expectHandedOn();
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a challenge that is not solved in 30 s is given up, and the refusal can still be read', async () => {
  const start = performance.now();
  const clock = jest.spyOn(performance, 'now');
  jest.spyOn(crypto.subtle, 'deriveBits').mockImplementation(async () => {
    clock.mockReturnValue(start + SOLVING_TIMEOUT_MS + 1000);
    return new Uint8Array(32).fill(255).buffer;
  });
  await expectHandedOn();
});
