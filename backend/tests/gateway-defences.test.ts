import fc from 'fast-check';
import type { Call, Check } from '../src/gateway/call';
import { ALLOWED_CALLS } from '../src/gateway/calls';
import { CHECKS, type CheckName } from '../src/gateway/checks/checks';
import { rawCall } from './support/raw-call';
import { gatewayToRecorder } from './support/recording-upstream';
import type { Parts } from './support/request-class';
import { requestWith, requestClasses as visitorClasses } from './support/request-classes';
import { ownerClasses, token } from './support/request-classes-owner';
import { contact } from './support/rows';

const requestClasses = [...visitorClasses, ...ownerClasses];

type Gateway = Awaited<ReturnType<typeof gatewayToRecorder>>;

/** Replaces the checks that also parse the request. */
const careless: Partial<Record<CheckName, Check['run']>> = {
  target: (call) => {
    const name = /[a-z_]+(?=[^a-z_]*$)/.exec(resolved(call.target))?.[0] ?? '';
    call.resource = { kind: 'table', name };
    return undefined;
  },
  table: (call) => {
    const [allowed] = ALLOWED_CALLS.values();
    if (allowed) call.allowed = allowed;
    call.sent.method = call.method;
    call.sent.path = `/${call.resource?.name}`;
    return undefined;
  },
  size: async (call) => {
    call.body = (await call.receive(Number.POSITIVE_INFINITY)) ?? Buffer.alloc(0);
    return undefined;
  },
  syntax: (call) => {
    call.json = {};
    return undefined;
  },
  rows: (call) => {
    call.rows = [];
    return undefined;
  },
};

function resolved(target: string): string {
  const { pathname } = URL.canParse(target, 'http://gateway') ? new URL(target, 'http://gateway') : { pathname: '' };
  return decodeURIComponent(pathname).split('?')[0] ?? '';
}

const without = (name: CheckName): Check[] =>
  CHECKS.flatMap((check): Check[] => {
    if (check.name !== name) return [check];
    const run = careless[name];
    return run ? [{ name, run }] : [];
  });

const gateways: Gateway[] = [];
const start = async (checks?: readonly Check[], answer?: { status: number; body: string }) => {
  const gateway = await gatewayToRecorder(checks, answer);
  gateways.push(gateway);
  return gateway;
};
const send = (gateway: Gateway, parts: Parts) => rawCall(gateway.url, requestWith(parts, gateway.anonKey));

afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.stop();
});
beforeEach(() => jest.spyOn(console, 'error').mockImplementation());
afterEach(() => jest.restoreAllMocks());

test.each(requestClasses)(
  'the gateway itself refuses $name: nothing reaches PostgREST',
  async ({ requests, answer }) => {
    const gateway = await start();
    for (const parts of samplesOf(requests)) {
      const { status, body } = await send(gateway, parts);
      expect({ status, code: body?.code ?? answer.code }).toEqual({ status: answer.status, code: answer.code });
    }
    expect(gateway.reached).toEqual([]);
  },
);

test.each(requestClasses)('without the check $defence, the answer to $name is another one', async (one) => {
  const gateway = await start(without(one.defence));
  const answers = await Promise.all(samplesOf(one.requests).map((parts) => send(gateway, parts)));
  const isRefused = ({ status, body }: (typeof answers)[number]) =>
    status === one.answer.status && body?.code === one.answer.code;
  expect(answers.every(isRefused)).toBe(false);
});

test('each check of the gateway except the preflight and the rewriting refuses a class of requests', () => {
  const defences = new Set<string>(requestClasses.map(({ defence }) => defence));
  const idle = CHECKS.map(({ name }) => name).filter((name) => !defences.has(name));
  expect(idle).toEqual(['preflight', 'rewrite']);
});

test('PostgREST reads the rewritten body: a key that was sent twice has one value', async () => {
  const body = '{"nom":"first",\n"nom":"last"}';
  const gateway = await start();
  await send(gateway, { body });
  expect(gateway.reached).toMatchObject([{ body: '{"nom":"last"}' }]);

  const passesOn = (call: Call) => {
    if (call.body) call.sent.body = call.body;
    return undefined;
  };
  const raw = await start([...without('rewrite'), { name: 'rewrite', run: passesOn }]);
  await send(raw, { body });
  expect(raw.reached).toMatchObject([{ body }]);
});

test('PostgREST gets the token of an owner with a call of a function, and never with a form', async () => {
  const gateway = await start();
  const headers = { authorization: `Bearer ${token}`, prefer: 'count=exact' };
  await send(gateway, { target: '/rest/v1/rpc/owner_end_session', body: '{"id": "1"}', headers });
  await send(gateway, { headers });
  expect(gateway.reached).toMatchObject([
    { target: '/rpc/owner_end_session', body: '{"id":"1"}', headers: { authorization: `Bearer ${token}` } },
    { target: '/contacts', headers: { authorization: `Bearer ${gateway.anonKey}` } },
  ]);
});

test('a call whose body was not checked is not sent on', async () => {
  const gateway = await start(without('rewrite'));
  expect(await send(gateway, {})).toMatchObject({ status: 503 });
  expect(gateway.reached).toEqual([]);
});

test("PostgREST is sent checked parts only, and none of the visitor's other headers", async () => {
  const gateway = await start();
  await send(gateway, {
    table: 'reservations',
    query: 'select=id&columns=%22name%22,email',
    headers: {
      authorization: 'Bearer mine',
      'content-type': 'application/json; charset=utf-8',
      'content-profile': 'public',
      cookie: 'a=b',
      prefer: 'tx=rollback, return=representation, handling=strict',
      range: '0-1',
      'x-client-info': 'site-web/1.0.0',
      'x-forwarded-for': '203.0.113.9, 198.51.100.7',
      'x-http-method-override': 'DELETE',
    },
    body: '{"name":"Camille"}',
  });
  const [{ method, target, headers } = { method: '', target: '', headers: {} }] = gateway.reached;
  expect([method, target]).toEqual(['POST', '/reservations?columns=name,email&select=id']);
  const { host, connection, ...sent } = headers;
  expect(sent).toEqual({
    accept: 'application/json',
    authorization: 'Bearer key',
    'content-length': '18',
    'content-type': 'application/json',
    prefer: 'return=representation',
    'x-client-info': 'site-web/1.0.0',
    'x-forwarded-for': '198.51.100.7',
  });
});

test('a preflight request is answered with the methods and headers that the site may use', async () => {
  const gateway = await start();
  const names = { 'access-control-request-headers': 'apikey,x-client-info' };
  const asked = { method: 'OPTIONS', body: '', headers: { apikey: null, origin: 'https://site.example', ...names } };
  expect(await send(gateway, asked)).toMatchObject({
    status: 200,
    headers: {
      'access-control-allow-origin': 'https://site.example',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'apikey,x-client-info',
      vary: 'origin',
    },
  });
  const foreign = await send(gateway, { ...asked, headers: { ...asked.headers, origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
  expect(Object.keys(foreign.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(await send(await start(without('preflight')), asked)).toMatchObject({ status: 401 });
});

test("the site's configured origin is accepted, and named in the answer", async () => {
  const gateway = await start();
  const headers = { origin: 'https://site.example', host: '127.0.0.1:4173' };
  expect(await send(gateway, { headers })).toMatchObject({
    status: 201,
    headers: { 'access-control-allow-origin': 'https://site.example' },
  });
});

test('repeated requests of a foreign page leave one line in the log, which names the remedy', async () => {
  const gateway = await start();
  for (let count = 0; count < 20; count += 1)
    await send(gateway, { headers: { origin: 'https://evil.example\u0085' } });
  expect(jest.mocked(console.error).mock.calls).toEqual([
    [expect.stringMatching(/^Backend: a page of https:\/\/evil\.example\?+ was refused\. .*"origin" in site\.json/)],
  ]);
});

test('a message of 5000 characters fits, whichever way it is escaped', async () => {
  const gateway = await start();
  const message = '\\ud83d\\ude00'.repeat(2500);
  const body = JSON.stringify({ ...contact, message: '' }).replace('"message":""', `"message":"${message}"`);
  expect(await send(gateway, { body })).toMatchObject({ status: 201 });
});

function samplesOf(requests: fc.Arbitrary<Parts>): Parts[] {
  return fc.sample(requests, { numRuns: 12, seed: 20_261_122 });
}
