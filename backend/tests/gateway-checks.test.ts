import fc from 'fast-check';
import { CHECKS, MAX_ROWS } from '../src/gateway/checks/checks';
import { signJwt } from './support/owner';
import { rawCall } from './support/raw-call';
import { answerTo, type CallInput, check, gatewayToRecorder, SECRET } from './support/recording-database';
import { requestWith, requestClasses as visitorClasses } from './support/request-classes';
import { ownerClasses } from './support/request-classes-owner';
import { contact, incident, livePage, pageSpeed, reservation } from './support/rows';

describe('gateway checks', () => {
  const DATES = { reservation_id: '0b8f6f0e-55d1-4e0f-8f0a-3a0d8d3f1c11', date: '2030-01-01' };
  const TOKEN = signJwt({ role: 'authenticated', session_id: '1' }, SECRET);

  const withHeader = (name: string, value: string | undefined) => ({ headers: { [name]: value } });
  const rows = (value: unknown) => ({ body: JSON.stringify(value) });
  const accepted = async (input: CallInput) => {
    const { call, answer } = await check(input);
    expect([input, answer]).toEqual([input, 'accepted']);
    return call;
  };

  test('the checks run in this order, which decides the answer to several faults', () => {
    expect(CHECKS.map(({ name }) => name).join(' ')).toBe(
      'target origin preflight key resource token contentType query prefer size syntax arguments rows columns',
    );
  });

  describe('a row of each table is accepted with every column that visitors may set', () => {
    test.each([
      ['contacts', contact],
      ['reservations', { ...reservation, phone: '06 39 98 00 00' }],
      ['reservation_dates', DATES],
      ['incidents', { ...incident, preview: true, mended: 'retry' }],
      ['live_pages', livePage],
      ['page_speeds', pageSpeed],
    ])('%s', async (table, row) => {
      const call = await accepted({ target: `/rest/v1/${table}`, ...rows([row]) });
      expect(call).toMatchObject({ rows: [row], given: Object.keys(row) });
      expect(call.claims).toBeUndefined();
    });
  });

  test('the media types that mean JSON are accepted, in any spelling', async () => {
    const types = ['APPLICATION/JSON', 'application/json;charset=utf-8', 'application/json  ;  charset  =  "UTF-8"  '];
    for (const type of types) await accepted(withHeader('content-type', type));
  });

  test.each([
    ['nom', ['nom']],
    ['%22nom%22', ['nom']],
    ['nom,%22prenom%22,email', ['nom', 'prenom', 'email']],
    ['nom,nom', ['nom']],
  ])('columns=%s decides which columns are written', async (columns, given) => {
    expect(await accepted({ target: `/rest/v1/contacts?columns=${columns}`, ...rows({ nom: 'a' }) })).toMatchObject({
      given,
    });
  });

  test.each([
    ['return=minimal', '', undefined],
    ['tx=rollback, return = representation', 'select=id', true],
    ['xreturn=representation', '', undefined],
    ['return=representation2', '', undefined],
    ['', 'select=id', undefined],
  ])('with the preferences %j of a reservation and %j, its id is returned: %j', async (prefer, query, returnsRow) => {
    const call = await accepted({ target: `/rest/v1/reservations?${query}`, headers: { prefer } });
    expect(call.returnsRow).toBe(returnsRow);
  });

  test('rows of different columns are written with all of them', async () => {
    expect(await accepted(rows([{ nom: 'a' }, { prenom: 'b' }]))).toMatchObject({ given: ['nom', 'prenom'] });
  });

  test('the target is a name of at most 63 characters, with or without a query', async () => {
    expect(await answerTo({ target: `/rest/v1/${'a'.repeat(63)}` })).toBe('404 42P01');
    expect(await answerTo({ target: `/rest/v1/${'a'.repeat(64)}` })).toBe('404');
    expect(await answerTo({ target: '/rest/v1/1contacts' })).toBe('404');
    expect(await answerTo({ target: '/rest/v1/contacts?columns=nom prenom' })).toBe('404');
    expect(await accepted({ target: '/rest/v1/contacts?' })).toMatchObject({ query: '' });
  });

  test('the body has at most 64 kB and 200 rows', async () => {
    const limits: number[] = [];
    const receive = async (limit: number) => {
      limits.push(limit);
      return null;
    };
    const refusal = await CHECKS.find(({ name }) => name === 'size')?.run({ ...(await check({})).call, receive });
    expect([refusal, limits]).toMatchObject([{ status: 413, body: { code: 'BODY_TOO_LARGE' } }, [65_536]]);
    await accepted(rows(Array(MAX_ROWS).fill({})));
  });

  test('a key that was sent twice has the value that was checked', async () => {
    expect(await accepted({ body: '{ "nom":"first", "nom":"last" }' })).toMatchObject({ rows: [{ nom: 'last' }] });
  });

  test.each([
    [rows([1]), { details: 'Send an object, or an array of objects.' }],
    [{ body: '{' }, { message: 'Empty or invalid json', details: null }],
    [rows({ role: 'a' }), { message: "Column 'role' of relation 'contacts' does not exist" }],
    [withHeader('prefer', 'return=representation'), { message: 'permission denied for table contacts' }],
    [{ target: '/rest/v1/contacts?limit=1' }, { message: expect.stringContaining('parse limit parameter (1)') }],
    [{ target: '/rest/v1/rpc/owner_me' }, { message: 'permission denied for function owner_me' }],
    [{ target: '/rest/v1' }, { message: 'no Route matched with those values' }],
    [withHeader('apikey', 'other'), { message: 'Invalid API key' }],
    [
      withHeader('apikey', ''),
      { message: 'No API key found in request', hint: 'No `apikey` request header or url param was found.' },
    ],
  ])('a refusal names the fault (%#)', async (input, body) => {
    expect((await check(input)).refusal?.body).toMatchObject(body);
  });

  describe('a function of owners', () => {
    const owner = (name: string, body: string, scheme = 'Bearer') => ({
      target: `/rest/v1/rpc/${name}`,
      headers: { authorization: `${scheme} ${TOKEN}`, prefer: 'return=representation' },
      body,
    });

    test('is accepted with its arguments and a token, and takes no preferences', async () => {
      const call = await accepted(owner('owner_end_session', '{"id":"1"}'));
      expect(call).toMatchObject({ given: ['id'], claims: { role: 'authenticated', session_id: '1' } });
      expect(call.returnsRow).toBeUndefined();
    });

    test.each(['bearer', 'BEARER'])('is accepted with the scheme written %s', async (scheme) => {
      await accepted(owner('owner_me', '{}', scheme));
    });
  });

  test('the closed days are read without a token, a content type and a body', async () => {
    const closedDays = (query: string) => ({
      method: 'GET',
      target: `/rest/v1/rpc/closed_days${query}`,
      headers: { 'content-type': undefined },
      body: 'read by nobody',
    });
    for (const query of ['', '?first=2026-11-24', '?first=2026-11-24&last=2028-02-29'])
      await accepted(closedDays(query));
  });
});

describe('the origin', () => {
  const rows = (value: unknown) => ({ body: JSON.stringify(value) });

  const from = (origin: string, headers: Readonly<Record<string, string>> = {}, siteOrigin?: string) =>
    check({ headers: { origin, ...headers }, siteOrigin });
  const FOREIGN = '403 FOREIGN_ORIGIN';

  test('is not required', async () => {
    const { answer, call } = await check({});
    expect(answer).toBe('accepted');
    expect(call.allowedOrigin).toBeUndefined();
  });

  test.each([
    ['the configured one', 'https://site.example', {}, 'https://site.example'],
    ['the configured one with a path', 'https://site.example', {}, 'https://site.example/'],
    ['that of the Host', 'http://127.0.0.1:4173', { host: '127.0.0.1:4173' }, undefined],
    ['that of the Host, with the default port', 'HTTPS://site.example', { host: 'site.example:443' }, undefined],
    ['that of a Host without a port', 'https://site.example:8443', { host: 'site.example' }, undefined],
    ['an IPv6 address', 'http://[::1]:4173', { host: '[::1]:4173' }, undefined],
    ['that of an IPv6 Host without a port', 'http://[::1]:4173', { host: '[::1]' }, undefined],
    ['a name with a hyphen', 'http://my-site.example', { host: 'my-site.example' }, undefined],
    ['called the same by the browser', 'http://a.example', { 'sec-fetch-site': 'same-origin' }, undefined],
    ['that of the Host despite an unreadable setting', 'http://a.example', { host: 'a.example' }, 'a.example'],
  ])('is accepted when it is %s', async (_, origin, headers, siteOrigin) => {
    const { answer, call } = await from(origin, headers as Record<string, string>, siteOrigin);
    expect(answer).toBe('accepted');
    expect(call.allowedOrigin).toBe(origin);
  });

  test.each([
    ['of another site', 'https://evil.example', {}],
    ['of another name than a Host without a port', 'https://evil.example', { host: 'site.example' }],
    ['of another port', 'https://site.example:8443', { host: 'site.example:443' }],
    ['of another port of the configured host', 'https://configured.example:8443', {}],
    ['of no page', 'null', { 'sec-fetch-site': 'same-origin' }],
    ['of a file', 'file://site.example', { 'sec-fetch-site': 'same-origin' }],
    ['of a blob', 'blob:http://a.example/1', { 'sec-fetch-site': 'same-origin' }],
    ['an address with something before it', 'x http://a.example', { 'sec-fetch-site': 'same-origin' }],
    ['unreadable', 'http://', { 'sec-fetch-site': 'same-origin' }],
    ['of a page that the browser calls another site', 'https://evil.example', { 'sec-fetch-site': 'cross-site' }],
    ['of a Host with a path', 'http://a.example', { host: 'a.example/' }],
    ['of a Host with a user', 'http://a.example', { host: 'user@a.example' }],
    ['of an unreadable Host', 'http://a.example', { host: 'a.example:99999' }],
    ['of an empty Host', 'http://a.example', { host: '' }],
  ])('is refused when it is %s', async (_, origin, headers) => {
    const { answer, call } = await from(origin, headers as Record<string, string>, 'https://configured.example');
    expect(answer).toBe(FOREIGN);
    expect(call.allowedOrigin).toBeUndefined();
  });

  describe('of a page without an origin, such as a preview,', () => {
    const from = (input: CallInput) => check({ ...input, headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } });
    const incidents = '/rest/v1/incidents';

    test('is accepted for what every visitor reads', async () => {
      const { call } = await from({ method: 'GET', target: '/rest/v1/rpc/closed_days' });
      expect(call.allowedOrigin).toBe('null');
    });

    test('is accepted for failures of previews', async () => {
      const row = { ...incident, preview: true };
      expect(await from({ target: incidents, ...rows(row) })).toMatchObject({ answer: 'accepted' });
      for (const body of [incident, [row, incident], [row, { ...row, preview: false }]]) {
        expect((await from({ target: incidents, ...rows(body) })).answer).toBe(FOREIGN);
      }
    });

    test.each([
      'contacts',
      'reservations',
      'reservation_dates',
      'live_pages',
      'page_speeds',
      'rpc/owner_requests',
      'rpc/contacts',
    ])('is refused for %s', async (name) => {
      const { answer, call } = await from({ target: `/rest/v1/${name}` });
      expect([answer, call.allowedOrigin]).toEqual([FOREIGN, undefined]);
    });
  });

  test('of a refused page is shown to the owner, shortened and in ASCII', async () => {
    const { refusal } = await from(`https://\u0085é~ ${'x'.repeat(300)}`);
    expect(refusal?.advice).toBe(
      `a page of https://??~ ${'x'.repeat(188)} was refused. If this is the site's own address, set "origin" in site.json, or let the proxy pass the Host header on.`,
    );
  });

  test('decides the answer to a preflight request', async () => {
    const preflight = { method: 'OPTIONS', headers: { apikey: undefined } };
    expect((await check(preflight)).refusal).toEqual({ status: 200, body: null, headers: { allow: 'OPTIONS,POST' } });
    const origin = { ...preflight.headers, origin: 'https://site.example' };
    const answered = async (names?: string) => {
      const headers = { ...origin, 'access-control-request-headers': names };
      return (await check({ ...preflight, headers, siteOrigin: 'https://site.example' })).refusal;
    };
    const headers = {
      allow: 'OPTIONS,POST',
      'access-control-allow-methods': 'GET, POST',
      'access-control-max-age': '600',
    };
    expect(await answered()).toEqual({ status: 200, body: null, headers });
    expect(await answered('apikey,x-new-header')).toEqual({
      status: 200,
      body: null,
      headers: { ...headers, 'access-control-allow-headers': 'apikey,x-new-header' },
    });
  });

  test.each(['/rest/v1/rpc/contacts', '/rest/v1/settings'])('a preflight request to %s needs a key', async (target) => {
    expect(await answerTo({ method: 'OPTIONS', target, headers: { apikey: undefined } })).toBe('401');
  });
});

describe('before the database', () => {
  const RUNS = Number(process.env.FC_RUNS ?? 6);

  let gateway: Awaited<ReturnType<typeof gatewayToRecorder>>;

  beforeEach(async () => {
    jest.spyOn(console, 'error').mockImplementation();
    gateway = await gatewayToRecorder();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await gateway.stop();
  });

  test.each([...visitorClasses, ...ownerClasses])('the gateway itself refuses $name', async ({ requests, answer }) => {
    for (const parts of fc.sample(requests, { numRuns: RUNS, seed: 20_261_122 })) {
      const { status, body } = await rawCall(gateway.url, requestWith(parts, gateway.anonKey));
      // An answer to HEAD has no body, and Kong's refusals have no code.
      const code = parts.method === 'HEAD' ? answer.code : body?.code;
      expect([parts, { status, code }]).toEqual([parts, { status: answer.status, code: answer.code }]);
    }
    expect(gateway.reached).toEqual([]);
  });
});
