import { DatabaseError } from 'pg';
import { type RawAnswer, rawCall } from './support/raw-call';
import { gatewayToRecorder } from './support/recording-database';
import { type Parts, requestWith } from './support/request-classes';
import { token } from './support/request-classes-owner';
import { contact } from './support/rows';
import { visitor } from './support/visitor';

type Gateway = Awaited<ReturnType<typeof gatewayToRecorder>>;

let gateway: Gateway;
const start = async (behaviour?: Parameters<typeof gatewayToRecorder>[0]) => {
  gateway = await gatewayToRecorder(behaviour);
};
const send = (parts: Parts) => rawCall(gateway.url, requestWith(parts, gateway.anonKey));
const error = (fields: Partial<DatabaseError>) => async () => {
  throw Object.assign(new DatabaseError('refused', 7, 'error'), fields);
};

beforeEach(() => jest.spyOn(console, 'error').mockImplementation());
afterEach(async () => {
  jest.restoreAllMocks();
  await gateway.stop();
});

test("the database gets the checked values as one parameter, and none of the visitor's other headers", async () => {
  await start({ answer: async () => [{ id: '1' }] });
  const answer = await send({
    table: 'reservations',
    query: 'select=id&columns=%22name%22,email',
    headers: {
      authorization: `Bearer ${token}`,
      cookie: 'a=b',
      prefer: 'tx=rollback, return=representation, handling=strict',
      range: '0-1',
      'x-client-info': 'site-web/1.0.0',
      'x-forwarded-for': '203.0.113.9, 198.51.100.7',
      'x-http-method-override': 'DELETE',
    },
    body: '{"name":"first","name":"last"}',
  });
  expect(gateway.reached).toEqual([
    {
      role: 'anon',
      claims: { role: 'anon' },
      headers: { 'x-forwarded-for': '198.51.100.7', 'x-client-info': 'site-web/1.0.0' },
      perNetwork: '7',
      isCommitted: true,
      statements: [
        {
          text: 'insert into public."reservations" ("name", "email") select "name", "email" from json_populate_recordset(null::public."reservations", $1) returning "id"',
          values: ['[{"name":"last"}]'],
        },
      ],
    },
  ]);
  expect(answer).toMatchObject({
    status: 201,
    body: [{ id: '1' }],
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
});

test("an owner's function runs with the claims of the token and only the arguments that were given", async () => {
  await start({ answer: async () => [{ body: '{"a": 1}' }] });
  const target = '/rest/v1/rpc/owner_confirm';
  const body = '{"id":"x","version":1,"dates":["2030-01-01"]}';
  expect(await send({ target, body, headers: { authorization: `Bearer ${token}` } })).toMatchObject({ body: { a: 1 } });
  expect(gateway.reached).toMatchObject([
    {
      role: 'authenticated',
      claims: { role: 'authenticated', sub: expect.any(String), session_id: expect.any(String) },
      statements: [
        {
          text: 'select public."owner_confirm"("id" => given."id", "version" => given."version", "dates" => given."dates")::text as body from json_to_record($1) as given ("id" uuid, "version" integer, "dates" date[])',
          values: [body],
        },
      ],
    },
  ]);
});

test.each([
  [{ code: '23514', message: 'violates "contacts_nom_ok"', detail: 'Failing row', hint: 'Mend it' }, 400, null],
  [{ code: '23505' }, 409, null],
  [{ code: '23503' }, 409, null],
  [{ code: '22P02' }, 400, null],
  [{ code: '42501' }, 401, 'Bearer'],
  [{ code: '42883' }, 404, null],
])('the refusal %j of the database is answered %i, with its words', async (fields, status, authenticate) => {
  await start({ answer: error(fields) });
  const { body, headers, ...answer } = await send({});
  const { code, message = 'refused', detail: details = null, hint = null } = fields as Partial<DatabaseError>;
  expect({ ...answer, body }).toEqual({ status, body: { code, details, hint, message } });
  expect(headers['www-authenticate'] ?? null).toBe(authenticate);
});

test('an owner who lacks a right is answered 403', async () => {
  await start({ answer: error({ code: '42501' }) });
  const headers = { authorization: `Bearer ${token}` };
  expect((await send({ target: '/rest/v1/rpc/owner_me', body: '{}', headers })).status).toBe(403);
});

test('a refusal that the database raises has its own status, headers and body', async () => {
  const message = JSON.stringify({ code: 'TOO_MANY', message: 'Later', details: null, hint: null });
  const detail = JSON.stringify({ status: 429, headers: { 'Retry-After': 60 } });
  await start({ answer: error({ code: 'PGRST', message, detail }) });
  expect(await send({})).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY', message: 'Later', details: null, hint: null },
    headers: { 'retry-after': '60' },
  });
});

test.each([
  ['lost', new Error('Connection terminated unexpectedly')],
  ['shutting down', Object.assign(new DatabaseError('terminating', 7, 'error'), { code: '57P01' })],
  ['read-only', Object.assign(new DatabaseError('read-only', 7, 'error'), { code: '25006' })],
  ['wrong', Object.assign(new DatabaseError('not JSON', 7, 'error'), { code: 'PGRST' })],
])('a database that is %s is answered with 503 and Retry-After, and one line in the log', async (_, failure) => {
  await start({ answer: () => Promise.reject(failure) });
  expect(await send({})).toMatchObject({
    status: 503,
    body: { code: 'BACKEND_UNAVAILABLE' },
    headers: { 'retry-after': '5' },
  });
  expect(jest.mocked(console.error).mock.calls).toEqual([[expect.stringMatching(/^Backend: POST failed: /)]]);
});

test('a full disk is named, by the database as by the check before it', async () => {
  await start({ answer: error({ code: '53100' }) });
  expect(await send({})).toMatchObject({ status: 503, body: { code: 'DISK_FULL' }, headers: { 'retry-after': '5' } });
  await gateway.stop();
  await start({ mayWrite: async () => false });
  const health = await fetch(`${gateway.url}/health`);
  expect([health.status, await health.json()]).toMatchObject([503, { code: 'DISK_FULL' }]);
  expect(await send({})).toMatchObject({ status: 503, body: { code: 'DISK_FULL' } });
  expect(gateway.reached).toEqual([]);
});

test('the health route tries the statement of each form without a row, and keeps nothing', async () => {
  await start();
  expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
  const [{ role, isCommitted, statements } = { role: '', isCommitted: true, statements: [] }, ...others] =
    gateway.reached;
  expect({ role, isCommitted, others }).toEqual({ role: 'anon', isCommitted: false, others: [] });
  expect(statements.map(({ text, values }) => [/^insert into public."(\w+)"/.exec(text)?.[1], values])).toEqual(
    ['contacts', 'reservations', 'reservation_dates', 'incidents', 'live_pages', 'page_speeds'].map((table) => [
      table,
      ['[]'],
    ]),
  );
  await gateway.stop();
  await start({ answer: error({ code: '25006' }) });
  expect((await fetch(`${gateway.url}/health`)).status).toBe(503);
});

test('a hundred who ask for closed days or health at once cause one transaction each', async () => {
  // On a busy machine they may not all arrive within the second that an answer is kept.
  jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  await start({ answer: async () => [{ body: '["2030-01-01","2030-01-02","2030-02-01"]' }] });
  const ask = (query: string) => visitor(gateway).call(`rpc/closed_days${query}`);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, day) => ask(`?first=2030-01-02&last=2030-01-${10 + (day % 20)}`)),
  );
  expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toEqual(new Set(['["2030-01-02"]']));
  expect((await ask('')).body).toEqual(['2030-01-01', '2030-01-02', '2030-02-01']);
  await Promise.all(Array.from({ length: 100 }, () => fetch(`${gateway.url}/health`)));
  expect(gateway.reached).toHaveLength(2);
});

test('a network with too many waiting calls is told to come back, and another network is served', async () => {
  const ends: (() => void)[] = [];
  await start({ answer: () => new Promise((resolve) => ends.push(() => resolve([]))) });
  const from = (address: string) => send({ headers: { 'x-forwarded-for': address } });
  const answered: RawAnswer[] = [];
  const flood = Array.from({ length: 60 }, () => from('198.51.100.7').then((answer) => answered.push(answer)));
  const endOneByOneUntil = async (isEnough: () => boolean) => {
    for (; !isEnough(); ends.shift()?.()) await new Promise(setImmediate);
  };
  // Five run and fifty wait.
  while (answered.length < 5) await new Promise(setImmediate);
  for (const { status, body, headers } of answered) {
    expect([status, body?.code, body?.details, headers['retry-after']]).toEqual([429, 'TOO_MANY_WAITING', '5', '5']);
  }
  const other = from('192.0.2.1').then((answer) => answered.push(answer));
  await endOneByOneUntil(() => answered.length === 61);
  await Promise.all([...flood, other]);
  expect(answered.slice(5).map(({ status }) => status)).toEqual(Array(56).fill(201));
});

test('a page of the configured origin is named in the answer, and a foreign one gets no header of CORS', async () => {
  await start();
  const from = (origin: string) => send({ headers: { origin, host: '127.0.0.1:4173' } });
  expect(await from('https://site.example')).toMatchObject({
    status: 201,
    headers: { 'access-control-allow-origin': 'https://site.example', vary: 'origin' },
  });
  const foreign = await from('https://evil.example');
  expect(foreign.status).toBe(403);
  expect(Object.keys(foreign.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('a request of a foreign page leaves a line in the log, which names the remedy', async () => {
  await start();
  await send({ headers: { origin: 'https://evil.example\u0085' } });
  expect(jest.mocked(console.error).mock.calls).toEqual([
    [expect.stringMatching(/^Backend: a page of https:\/\/evil\.example\?+ was refused\. .*"origin" in site\.json/)],
  ]);
});

test('a message of 5000 characters fits, whichever way it is escaped', async () => {
  await start();
  const message = '\\ud83d\\ude00'.repeat(2500);
  const body = JSON.stringify({ ...contact, message: '' }).replace('"message":""', `"message":"${message}"`);
  expect(await send({ body })).toMatchObject({ status: 201 });
});
