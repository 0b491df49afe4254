import type { Call } from '../src/gateway/call';
import { AUTH_CHECKS } from '../src/gateway/checks/auth-checks';
import { SECRET } from './support/recording-upstream';

type Defence = (typeof AUTH_CHECKS)[number]['name'];

interface Asked {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<NodeJS.Dict<string>>;
  readonly body?: string;
}

/** The first refusal of a call of /auth/v1, and the call as the checks have left it. */
async function check({ method = 'POST', target = '/auth/v1/otp', headers, body = '{}' }: Asked, left?: Defence) {
  const all = { apikey: 'key', 'content-type': 'application/json', host: 'site.example', ...headers };
  const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]]));
  const call: Call = {
    method,
    target,
    headers: Object.fromEntries(sent),
    anonKey: 'key',
    jwtSecret: SECRET,
    siteOrigin: 'https://site.example',
    receive: async (limit) => (body.length > limit ? null : Buffer.from(body)),
    sent: {},
  };
  for (const { name, run } of AUTH_CHECKS) {
    const refusal = name === left ? undefined : await run(call);
    if (refusal) return { call, status: refusal.status };
  }
  return { call, status: null };
}

const refused: readonly (readonly [name: string, defence: Defence, status: number, calls: readonly Asked[]])[] = [
  [
    'another path, or a known one in another spelling',
    'target',
    404,
    ['signup', 'admin/users', 'otp/', 'OTP', '%6ftp', 'otp;a', 'otp#a', 'otp\\', './otp', 'otp%00', ''].map((path) => ({
      target: `/auth/v1/${path}`,
    })),
  ],
  [
    'a page of another site',
    'origin',
    403,
    ['https://elsewhere.example', 'null', 'https://site.example.elsewhere.example'].map((origin) => ({
      headers: { origin },
    })),
  ],
  [
    'a call without the key of the install',
    'key',
    401,
    [undefined, '', 'other', 'key '].map((apikey) => ({ headers: { apikey } })),
  ],
  [
    'what a form of any page can send without a preflight',
    'contentType',
    415,
    [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map((type) => ({
      headers: { 'content-type': type },
    })),
  ],
  ['a packed body', 'encoding', 415, ['gzip', 'br'].map((encoding) => ({ headers: { 'content-encoding': encoding } }))],
  ['a body of more than 64 kB', 'size', 413, [{ body: `{"email":"${'a'.repeat(65_536)}"}` }]],
  ['a body that is no object', 'fields', 400, ['[]', 'null', '"a"', '1', '{', '\u0000'].map((body) => ({ body }))],
];

test.each(refused)('signing in refuses %s, by its check %s alone', async (_, defence, status, calls) => {
  for (const asked of calls) {
    expect([asked, (await check(asked)).status]).toEqual([asked, status]);
    const { status: without } = await check(asked, defence).catch(() => ({ status: null }));
    expect([asked, without]).not.toEqual([asked, status]);
  }
});

test('each check of signing in but that of preflights refuses something', () => {
  const defences = new Set(refused.map(([, defence]) => defence));
  expect(AUTH_CHECKS.map(({ name }) => name).filter((name) => !defences.has(name))).toEqual(['preflight']);
});

test('a page of the site passes, and its fields and query are kept', async () => {
  const origin = 'https://site.example';
  const { call, status } = await check({
    headers: { origin },
    body: '{"email":"a@exemple.fr"}',
    target: '/auth/v1/otp?a=1',
  });
  expect(status).toBeNull();
  expect(call).toMatchObject({ fields: { email: 'a@exemple.fr' }, query: 'a=1', allowedOrigin: origin });
});

test('signing out without a body and reading the owner without a content type pass', async () => {
  expect(await check({ target: '/auth/v1/logout?scope=local', body: '' })).toMatchObject({
    status: null,
    call: { fields: {} },
  });
  const headers = { 'content-type': undefined };
  expect(await check({ method: 'GET', target: '/auth/v1/user', headers, body: '' })).toMatchObject({ status: null });
});
