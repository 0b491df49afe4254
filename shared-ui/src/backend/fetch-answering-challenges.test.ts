/** @jest-environment node */
import { startChallengingServer } from '../testing/challenging-server';
import { fetchAnsweringChallenges, SOLVING_TIMEOUT_MS } from './fetch-answering-challenges';

const INFO = 'site-web/1.0.0 attempt=0d9f3c1e-5f1b-4b0a-9c55-5b0a7f6f7d11';

let server: Awaited<ReturnType<typeof startChallengingServer>>;
const post = () =>
  fetchAnsweringChallenges(server.address, { method: 'POST', headers: { 'X-Client-Info': INFO }, body: '{}' });

beforeEach(async () => {
  // Real timers would keep the process alive until the time-outs of answered calls.
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  server = await startChallengingServer();
});
afterEach(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  await server.stop();
});

test('a call that is not refused is sent once, unchanged', async () => {
  server.refuse(0);
  expect((await post()).status).toBe(201);
  expect(server.tokens).toEqual([INFO]);
});

test('a call that is refused with a challenge is repeated with the correct answer', async () => {
  expect((await post()).status).toBe(201);
  expect(server.tokens).toEqual([INFO, expect.stringMatching(/ attempt=[0-9a-f-]{36} challenge=[\w-]+$/)]);
  expect(server.checks).toEqual([true]);
});

test('each further challenge is answered separately', async () => {
  server.refuse(3);
  expect((await post()).status).toBe(201);
  expect(server.checks).toEqual([true, true, true]);
  expect(new Set(server.tokens).size).toBe(4);
});

test('the refusal is returned after three challenges', async () => {
  server.refuse(4);
  const response = await post();
  expect(response.status).toBe(429);
  expect(server.tokens).toHaveLength(4);
  expect(await response.json()).toMatchObject({ code: 'RATE_LIMIT', details: '437' });
});

async function expectRefusal() {
  const response = await post();
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('437');
  expect(await response.json()).toMatchObject({ code: 'RATE_LIMIT', details: '437' });
  expect(server.tokens).toEqual([INFO]);
}

test('a refusal without a challenge is returned', async () => {
  server.refuse(4, () => 'none');
  await expectRefusal();
});

test('a challenge that asks for too much work is not solved', async () => {
  server.refuse(4, ({ parameters, signature }) =>
    JSON.stringify({ parameters: { ...parameters, cost: 1_000_000 }, signature }),
  );
  await expectRefusal();
});

test('the refusal is returned when crypto.subtle is missing', async () => {
  jest.spyOn(crypto, 'subtle', 'get').mockImplementation();
  await expectRefusal();
});

test('the refusal is returned when key derivation fails', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation();
  jest.spyOn(crypto.subtle, 'deriveBits').mockRejectedValue(new Error('unsupported'));
  await expectRefusal();
  expect(warn).toHaveBeenCalledTimes(1);
});

test('the refusal is returned, with its body, after 30 s without a solution', async () => {
  const start = performance.now();
  const clock = jest.spyOn(performance, 'now');
  jest.spyOn(crypto.subtle, 'deriveBits').mockImplementation(async () => {
    clock.mockReturnValue(start + SOLVING_TIMEOUT_MS + 1000);
    return new Uint8Array(32).fill(255).buffer;
  });
  await expectRefusal();
});
