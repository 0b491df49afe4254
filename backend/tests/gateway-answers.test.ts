import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGateway } from '../src/gateway/gateway';
import { createMinuteLog } from '../src/gateway/minute-log';
import { gatewayToRecorder, noAuth, SECRET } from './support/recording-upstream';
import { visitor } from './support/visitor';

const REFUSED = { code: '23514', details: null, hint: null, message: 'violates "contacts_nom_ok"' };
const BROKEN_OFF = { code: '', details: null, hint: null, message: '' };

test('a database that is lost during a call is answered with 503, and a refusal with 400', async () => {
  // PostgREST 12's answer when a session of PostgreSQL is killed, which cannot be provoked reliably.
  const answers = [REFUSED, BROKEN_OFF];
  const postgrest = createServer((request, response) => {
    request.resume();
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(answers.shift()));
  });
  await new Promise<void>((resolve) => postgrest.listen(0, '127.0.0.1', resolve));
  const restPort = (postgrest.address() as AddressInfo).port;
  const gateway = await startGateway({
    port: 0,
    restPort: () => restPort,
    anonKey: 'key',
    jwtSecret: SECRET,
    auth: noAuth,
    feed: async () => null,
    trustedProxies: 0,
    mayWrite: async () => true,
  });
  const noise = jest.spyOn(console, 'error').mockImplementation();
  try {
    const { post } = visitor({ url: gateway.url, anonKey: 'key' });
    expect(await post('contacts', {})).toMatchObject({ status: 400, body: REFUSED });
    expect(await post('contacts', {})).toMatchObject({ status: 503, body: { code: 'BACKEND_UNAVAILABLE' } });
    expect(noise).toHaveBeenCalledWith('Backend: POST failed: The database broke off');
  } finally {
    noise.mockRestore();
    await gateway.stop();
    postgrest.close();
  }
});

test.each([500, 502, 504])(
  'an answer %i of PostgREST becomes 503 with Retry-After, and one line in the log',
  async (status) => {
    const gateway = await gatewayToRecorder(undefined, { status, body: '{"code":"PGRST003"}' });
    const log = jest.spyOn(console, 'error').mockImplementation();
    try {
      for (let count = 0; count < 3; count += 1) {
        const answer = await visitor(gateway).post('contacts', {});
        expect(answer).toMatchObject({ status: 503, body: { code: 'BACKEND_UNAVAILABLE' } });
        expect(answer.headers.get('retry-after')).toBe('5');
      }
      expect(log.mock.calls).toEqual([[`Backend: POST failed: PostgREST answered ${status} PGRST003`]]);
    } finally {
      log.mockRestore();
      await gateway.stop();
    }
  },
);

test('an answer 503 of PostgREST keeps its code and gets a Retry-After', async () => {
  const gateway = await gatewayToRecorder(undefined, { status: 503, body: '{"code":"PGRST001"}' });
  const answer = await visitor(gateway).post('contacts', {});
  expect(answer).toMatchObject({ status: 503, body: { code: 'PGRST001' } });
  expect(answer.headers.get('retry-after')).toBe('5');
  await gateway.stop();
});

test.each([
  [401, 200],
  [200, 200],
  [500, 503],
  [503, 503],
])('the health route queries the database: status %i of PostgREST becomes %i', async (status, health) => {
  const gateway = await gatewayToRecorder(undefined, { status, body: '{}' });
  expect((await fetch(`${gateway.url}/health`)).status).toBe(health);
  expect(gateway.reached).toMatchObject([{ method: 'GET', target: '/contacts?limit=0' }]);
  await gateway.stop();
});

test('the health route answers as the forms do while the disk is full', async () => {
  const gateway = await startGateway({
    port: 0,
    restPort: () => 1,
    anonKey: 'key',
    jwtSecret: SECRET,
    auth: noAuth,
    feed: async () => null,
    trustedProxies: 0,
    mayWrite: async () => false,
  });
  const answer = await fetch(`${gateway.url}/health`);
  expect(await answer.json()).toMatchObject({ code: 'DISK_FULL' });
  expect(await visitor({ url: gateway.url, anonKey: 'key' }).post('contacts', {})).toMatchObject({
    status: answer.status,
    body: { code: 'DISK_FULL' },
  });
  await gateway.stop();
});

test('a hundred who ask for closed days or health at once cause one query each', async () => {
  const gateway = await gatewayToRecorder(undefined, { status: 200, body: '["2030-01-01","2030-01-02","2030-02-01"]' });
  const ask = (path: string) => visitor(gateway).call(`rpc/closed_days${path}`);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, day) => ask(`?first=2030-01-02&last=2030-01-${10 + (day % 20)}`)),
  );
  expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toEqual(new Set(['["2030-01-02"]']));
  expect((await ask('')).body).toEqual(['2030-01-01', '2030-01-02', '2030-02-01']);
  await Promise.all(Array.from({ length: 100 }, () => fetch(`${gateway.url}/health`)));
  expect(gateway.reached.map(({ target }) => target)).toEqual(['/rpc/closed_days', '/contacts?limit=0']);
  await gateway.stop();
});

test('one line of a kind is printed per minute, and the next one counts those left out', () => {
  let now = 0;
  const lines: string[] = [];
  const log = createMinuteLog(
    (line) => lines.push(line),
    () => now,
  );
  for (let count = 0; count < 100; count += 1) log('kind', `line ${count}`);
  log('other', 'another kind');
  now += 60_000;
  log('kind', 'a minute later');
  now += 60_000;
  log('kind', 'two minutes later');
  expect(lines).toEqual([
    'line 0',
    'another kind',
    'a minute later (99 more of this kind since the last line)',
    'two minutes later',
  ]);
});
