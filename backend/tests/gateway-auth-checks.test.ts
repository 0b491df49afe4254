import { createClient } from '@supabase/supabase-js';
import { AUTH_CHECKS, isAuthTarget } from '../src/gateway/checks/checks';
import { type CallInput, callOf } from './support/recording-database';

type Defence = (typeof AUTH_CHECKS)[number]['name'];

/** The first refusal of a call of /auth/v1, and the call as the checks have left it. */
async function check({ headers, ...input }: CallInput, skipped?: Defence) {
  const call = callOf({
    target: '/auth/v1/otp',
    siteOrigin: 'https://site.example',
    headers: { host: 'site.example', ...headers },
    ...input,
  });
  for (const { name, run } of AUTH_CHECKS) {
    const refusal = name === skipped ? undefined : await run(call);
    if (refusal) return { call, refusal, status: refusal.status };
  }
  return { call, refusal: undefined, status: null };
}

const refused: readonly (readonly [name: string, defence: Defence, status: number, calls: readonly CallInput[]])[] = [
  [
    'another path, or a known one in another spelling',
    'target',
    404,
    ['signup', 'admin/users', 'otp/', 'OTP', '%6ftp', 'otp;a', 'otp#a', 'otp\\', './otp', 'otp%00', ''].map((path) => ({
      target: `/auth/v1/${path}`,
    })),
  ],
  ['something before the path', 'target', 404, [{ target: 'http://site.example/auth/v1/otp' }]],
  [
    'a page of another site',
    'origin',
    403,
    ['https://elsewhere.example', 'null', 'https://site.example.elsewhere.example'].map((origin) => ({
      headers: { origin },
    })),
  ],
  ['a call without its key', 'key', 401, [undefined, '', 'other', 'key '].map((apikey) => ({ headers: { apikey } }))],
  [
    'a content type that a form of any page can send without a preflight',
    'contentType',
    415,
    [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map((type) => ({
      headers: { 'content-type': type },
    })),
  ],
  ['a body of more than 64 kB', 'size', 413, [{ body: `{"email":"${'a'.repeat(65_536)}"}` }]],
  ['a body that is no object', 'fields', 400, ['[]', 'null', '"a"', '1', '{', '\u0000'].map((body) => ({ body }))],
];

test.each(refused)('signing in refuses %s, and only its check %s does', async (_, defence, status, calls) => {
  for (const input of calls) {
    expect([input, (await check(input)).status]).toEqual([input, status]);
    const { status: without } = await check(input, defence).catch(() => ({ status: null }));
    expect([input, without]).not.toEqual([input, status]);
  }
});

test('each check of signing in except the preflight refuses something', () => {
  const defences = new Set(refused.map(([, defence]) => defence));
  expect(AUTH_CHECKS.map(({ name }) => name).filter((name) => !defences.has(name))).toEqual(['preflight']);
});

test('the refusal of a body that can be read says what is missing', async () => {
  expect((await check({ body: '[]' })).refusal?.body).toMatchObject({ details: 'Send an object.' });
  expect((await check({ body: '{' })).refusal?.body).toMatchObject({ details: null });
});

test('a preflight request needs no key', async () => {
  expect((await check({ method: 'OPTIONS', headers: { apikey: undefined } })).status).toBe(200);
});

test('a preflight request allows all headers that the installed supabase-js sends', async () => {
  const sent: [string, Set<string>][] = [];
  const client = createClient('https://other.example', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (url, init) => {
        sent.push([new URL(String(url)).pathname, new Set(new Headers(init?.headers).keys())]);
        return new Response('{}', { status: 400 });
      },
    },
    realtime: { transport: class {} as never },
  });
  await client.auth.signInWithOtp({ email: 'a@exemple.fr' });
  await client.auth.verifyOtp({ email: 'a@exemple.fr', token: '123456', type: 'email' });
  await client.auth.refreshSession({ refresh_token: 'x' });
  await client.auth.getUser('header.payload.signature');
  expect(sent.map(([path]) => path)).toEqual(['otp', 'verify', 'token', 'user'].map((name) => `/auth/v1/${name}`));
  for (const [target, names] of sent) {
    const headers = { origin: 'https://site.example', 'access-control-request-headers': [...names].join(',') };
    const { refusal } = await check({ method: 'OPTIONS', target, headers: { apikey: undefined, ...headers } });
    const allowed = refusal?.headers?.['access-control-allow-headers']?.split(',');
    expect(allowed).toEqual([...names]);
    expect(allowed).toContain('x-supabase-api-version');
  }
});

test('a path that begins with /auth/v1/ is a call of signing in', () => {
  expect(['/auth/v1/otp', '/auth/v1/', '/auth/v1', '/rest/v1/auth/v1/'].filter(isAuthTarget)).toEqual([
    '/auth/v1/otp',
    '/auth/v1/',
  ]);
});

test('a page of the site passes, and its fields and query are kept', async () => {
  const origin = 'https://site.example';
  const { call, status } = await check({
    headers: { origin },
    body: '{"email":"a@exemple.fr"}',
    target: '/auth/v1/otp?a=1',
  });
  expect(status).toBeNull();
  expect(call).toMatchObject({
    resource: { kind: 'auth', name: 'otp' },
    fields: { email: 'a@exemple.fr' },
    query: 'a=1',
    allowedOrigin: origin,
  });
});

test('signing out without a body and reading the owner without a content type pass', async () => {
  expect(await check({ target: '/auth/v1/logout?scope=local', body: '' })).toMatchObject({
    status: null,
    call: { fields: {} },
  });
  const headers = { 'content-type': undefined };
  expect(await check({ method: 'GET', target: '/auth/v1/user', headers, body: '' })).toMatchObject({
    status: null,
    call: { query: '' },
  });
});
