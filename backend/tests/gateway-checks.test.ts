import { CHECKS } from '../src/gateway/checks/checks';
import { answerTo, type CallInput, check, sentFor } from './support/checked-call';
import { contact, incident, reservation } from './support/rows';

const DATES = { reservation_id: '0b8f6f0e-55d1-4e0f-8f0a-3a0d8d3f1c11', date: '2030-01-01' };

const withHeader = (name: string, value: string | undefined) => ({ headers: { [name]: value } });
const rows = (value: unknown) => ({ body: JSON.stringify(value) });
const DENIED = '401 42501';

test('the checks run in this order, which decides the answer to several faults', () => {
  expect(CHECKS.map(({ name }) => name).join(' ')).toBe(
    'target origin preflight key method schema table token contentType encoding accept query prefer clientInfo size syntax arguments rows columns values rewrite',
  );
});

describe('a row of each table is accepted with every column that visitors may set', () => {
  test.each([
    ['contacts', contact],
    ['reservations', { ...reservation, phone: '06 39 98 00 00' }],
    ['reservation_dates', DATES],
    ['incidents', incident],
  ])('%s', async (table, row) => {
    expect(await sentFor({ target: `/rest/v1/${table}`, ...rows([row]) })).toEqual({
      method: 'POST',
      path: `/${table}`,
      accept: 'application/json',
      body: JSON.stringify([row]),
    });
  });
});

test.each(['id', 'created_at', 'attempt', 'flagged', 'unwanted'])(
  'visitors may not set %s of a contact',
  async (name) => {
    expect(await answerTo(rows({ ...contact, [name]: null }))).toBe(DENIED);
  },
);

test.each(['id', 'created_at', 'made_in', 'status', 'attempt', 'flagged', 'unwanted'])(
  'visitors may not set %s of a reservation',
  async (name) => {
    const target = '/rest/v1/reservations';
    expect(await answerTo({ target, ...rows({ ...reservation, [name]: null }) })).toBe(DENIED);
  },
);

test('visitors may not set when a date or an incident was stored', async () => {
  const created = { created_at: '2030-01-01' };
  expect(await answerTo({ target: '/rest/v1/reservation_dates', ...rows({ ...DATES, ...created }) })).toBe(DENIED);
  expect(await answerTo({ target: '/rest/v1/incidents', ...rows({ ...incident, ...created }) })).toBe(DENIED);
});

describe('the target', () => {
  test.each([
    ['a name of 63 characters', `/rest/v1/${'a'.repeat(63)}`, '404 42P01'],
    ['a longer name', `/rest/v1/${'a'.repeat(64)}`, '404'],
    ['a name with a leading digit', '/rest/v1/1contacts', '404'],
    ['a name that starts with an underscore', '/rest/v1/_1', '404 42P01'],
    ['a name with other characters', '/rest/v1/con-tacts', '404'],
    ['something before the path', 'http://a.example/rest/v1/contacts', '404'],
    ['something after the name', '/rest/v1/contacts/', '404'],
    ['a space in the query', '/rest/v1/contacts?columns=nom prenom', '404'],
    ['a question mark without a query', '/rest/v1/contacts?', 'accepted'],
    ['a function', '/rest/v1/rpc/version', '404 PGRST202'],
  ])('%s gets the expected answer', async (_, target, answer) => {
    expect(await answerTo({ target })).toBe(answer);
  });

  test('is split into the resource and the query', async () => {
    expect((await check({ target: '/rest/v1/contacts?columns=nom' })).call).toMatchObject({
      resource: { kind: 'table', name: 'contacts' },
      query: 'columns=nom',
    });
    expect((await check({ target: '/rest/v1/rpc/version' })).call).toMatchObject({
      resource: { kind: 'function', name: 'version' },
      query: '',
    });
  });
});

describe('the key', () => {
  test.each([
    ['is missing', undefined, 'No API key found in request'],
    ['is empty', '', 'No API key found in request'],
    ['is another one', 'kez', 'Invalid API key'],
  ])('is refused when it %s', async (_, apikey, message) => {
    expect((await check(withHeader('apikey', apikey))).refusal).toMatchObject({ status: 401, body: { message } });
  });
});

describe('the method', () => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s of a table is not allowed', async (method) => {
    expect(await answerTo({ method, headers: { apikey: 'key' }, target: '/rest/v1/contacts' })).toBe(
      method === 'OPTIONS' ? '200' : DENIED,
    );
  });

  test.each(['GET', 'HEAD', 'POST', 'OPTIONS'])('%s of an unknown function is answered with 404', async (method) => {
    expect(await answerTo({ method, target: '/rest/v1/rpc/version' })).toBe('404 PGRST202');
  });

  test.each([
    ['PUT', '405 PGRST101'],
    ['PATCH', '405 PGRST101'],
    ['DELETE', '405 PGRST101'],
    ['TRACE', '405 PGRST117'],
  ])('%s of a function is refused', async (method, answer) => {
    expect(await answerTo({ method, target: '/rest/v1/rpc/version' })).toBe(answer);
  });

  test('OPTIONS of an unknown table is answered with 404', async () => {
    expect(await answerTo({ method: 'OPTIONS', target: '/rest/v1/settings' })).toBe('404 42P01');
  });
});

describe('the schema', () => {
  test.each(['content-profile', 'accept-profile'])('%s may name public only', async (name) => {
    expect(await answerTo(withHeader(name, 'public'))).toBe('accepted');
    expect(await answerTo(withHeader(name, 'private'))).toBe('406 PGRST106');
  });
});

describe('the content type', () => {
  test.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json  ;  charset  =  "UTF-8"  ',
    'application/json; charset = utf-8 ',
  ])('%j is accepted', async (type) => {
    expect(await answerTo(withHeader('content-type', type))).toBe('accepted');
  });

  test.each([
    undefined,
    'text/plain',
    'x-application/json',
    'application/jsonx',
    'application/json;',
    'application/json charset=utf-8',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; a=b',
    'application/json;xcharset=utf-8',
    'application/json; charsetx=utf-8',
  ])('%j is refused', async (type) => {
    expect(await check(withHeader('content-type', type))).toMatchObject({
      answer: '415 PGRST102',
      refusal: { body: { message: `Content-Type not acceptable: ${type ?? ''}` } },
    });
  });
});

describe('the encoding', () => {
  test.each([
    ['content-encoding', 'identity'],
    ['content-encoding', 'Identity'],
    ['transfer-encoding', 'chunked'],
    ['transfer-encoding', 'Chunked'],
  ])('%s: %s is accepted', async (name, value) => {
    expect(await answerTo(withHeader(name, value))).toBe('accepted');
  });

  test.each([
    ['content-encoding', 'gzip'],
    ['content-encoding', ''],
    ['transfer-encoding', 'gzip, chunked'],
    ['transfer-encoding', ''],
  ])('%s: %j is refused', async (name, value) => {
    expect(await check(withHeader(name, value))).toMatchObject({
      answer: '415 PGRST102',
      refusal: { body: { message: `Content-Encoding not acceptable: ${value}` } },
    });
  });
});

describe('the accepted media types', () => {
  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/html , Application/JSON ; q=0.1', 'application/json'],
    ['application/json, application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json'],
    ['application/vnd.pgrst.object+json;nulls=stripped', 'application/vnd.pgrst.object+json'],
  ])('%j is sent on as %s', async (accept, sent) => {
    expect((await sentFor(withHeader('accept', accept))).accept).toBe(sent);
  });

  test.each(['text/html', '', 'text/html, image/*'])('%j is refused', async (accept) => {
    expect(await check(withHeader('accept', accept))).toMatchObject({
      answer: '415 PGRST107',
      refusal: { body: { message: `None of these media types are available: ${accept}` } },
    });
  });
});

describe('the origin', () => {
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

    test.each(['contacts', 'reservations', 'reservation_dates', 'rpc/owner_requests', 'rpc/contacts'])(
      'is refused for %s',
      async (name) => {
        const { answer, call } = await from({ target: `/rest/v1/${name}` });
        expect([answer, call.allowedOrigin]).toEqual([FOREIGN, undefined]);
      },
    );
  });

  test('of a refused page is shown to the owner, shortened and in ASCII', async () => {
    const { refusal } = await from(`https://\u0085é~ ${'x'.repeat(300)}`);
    expect(refusal?.advice).toBe(
      `a page of https://??~ ${'x'.repeat(188)} was refused. If this is the site's own address, set "origin" in site.json, or let the proxy pass the Host header on.`,
    );
  });

  test('decides the answer to a preflight request', async () => {
    const preflight = { method: 'OPTIONS', headers: { apikey: undefined } };
    expect((await check(preflight)).refusal).toEqual({
      status: 200,
      body: null,
      headers: { allow: 'OPTIONS,POST' },
    });
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
    for (const names of ['*', 'a b', 'a:b', ',a', 'x'.repeat(1001)]) {
      expect(await answered(names)).toEqual({ status: 200, body: null, headers });
    }
  });

  test.each(['/rest/v1/rpc/contacts', '/rest/v1/settings'])('a preflight request to %s needs a key', async (target) => {
    expect(await answerTo({ method: 'OPTIONS', target, headers: { apikey: undefined } })).toBe('401');
  });
});

describe('the query', () => {
  const contacts = (query: string, headers = {}) => check({ target: `/rest/v1/contacts?${query}`, headers });
  const reservations = (query: string, headers = {}) => check({ target: `/rest/v1/reservations?${query}`, headers });

  test.each([
    ['nom', 'nom'],
    ['%22nom%22', 'nom'],
    ['nom,%22prenom%22,email', 'nom,prenom,email'],
  ])('columns=%s is sent on without quotes', async (columns, sent) => {
    expect((await contacts(`columns=${columns}`)).call.sent.query).toBe(`columns=${sent}`);
  });

  test.each(['', 'nom,', ',nom', '"nom', 'nom"', 'nom,,email', 'nom email', 'nom->a', '%22nom%22x'])(
    'columns=%s cannot be read',
    async (columns) => {
      const { answer } = await check({ target: `/rest/v1/contacts?columns=${encodeURI(columns)}` });
      expect(answer).toBe('400 PGRST100');
    },
  );

  test.each([
    ['columns=role', '400 PGRST204'],
    ['columns=nom,role', '400 PGRST204'],
    ['columns=nom,attempt', DENIED],
    ['columns=nom&columns=nom', '400 PGRST100'],
    ['select=id', DENIED],
    ['select=', DENIED],
    ['on_conflict=id', DENIED],
    ['limit=1', '400 PGRST100'],
    ['limit=nom', '400 PGRST100'],
  ])('%s of contacts is answered %s', async (query, answer) => {
    expect((await contacts(query)).answer).toBe(answer);
  });

  test('a refusal names the table, or the parameter with its value', async () => {
    const denied = { message: 'permission denied for table contacts' };
    for (const query of ['select=id', 'on_conflict=id']) {
      expect((await contacts(query)).refusal?.body).toMatchObject(denied);
    }
    for (const prefer of ['resolution=merge-duplicates', 'return=representation']) {
      expect((await contacts('', { prefer })).refusal?.body).toMatchObject(denied);
    }
    expect((await contacts('limit=1')).refusal?.body?.message).toContain('failed to parse limit parameter (1)');
  });

  test('the id of a reservation can be asked for, and is not sent on without the preference', async () => {
    const { answer, call } = await reservations('select=id');
    expect(answer).toBe('accepted');
    expect(call.sent).not.toHaveProperty('query');
    expect((await reservations('select=name')).answer).toBe(DENIED);
  });

  test.each([
    ['select=id', 'select=id'],
    ['columns=name&select=id', 'columns=name&select=id'],
  ])('with the preference, %s is sent on', async (query, sent) => {
    const { call } = await reservations(query, { prefer: 'return=representation' });
    expect(call.sent).toMatchObject({ query: sent, prefer: 'return=representation' });
  });
});

describe('the preferences', () => {
  const preferring = (prefer: string, target?: string) => check({ headers: { prefer }, ...(target && { target }) });

  test.each([
    ['return=minimal', 'return=minimal'],
    ['tx=rollback, return = minimal', 'return=minimal'],
    ['return=minimal, return=representation', 'return=minimal'],
    ['tx=rollback', undefined],
    ['xreturn=representation', undefined],
    ['return=representation2', undefined],
    ['xresolution=merge-duplicates', undefined],
    ['', undefined],
  ])('of %j, %s is sent on', async (prefer, sent) => {
    const { answer, call } = await preferring(prefer);
    expect(answer).toBe('accepted');
    expect(call.sent.prefer).toBe(sent);
    expect('prefer' in call.sent).toBe(sent !== undefined);
  });

  test.each([
    'resolution=merge-duplicates',
    'return=minimal, resolution = ignore-duplicates',
    'return=representation',
    'return=headers-only',
    'tx=rollback,return=representation',
  ])('%s is refused', async (prefer) => {
    expect((await preferring(prefer)).answer).toBe(DENIED);
  });

  test.each([
    ['return=headers-only', 'select=id'],
    ['return=representation', ''],
    ['return=representation', 'columns=name'],
  ])('%s is refused of reservations with the query %j', async (prefer, query) => {
    expect((await preferring(prefer, `/rest/v1/reservations?${query}`)).answer).toBe(DENIED);
  });
});

describe('the client info', () => {
  test.each(['', 'x'.repeat(4096), ' site-web/1.0.0 ~'])('is sent on (%#)', async (info) => {
    expect((await sentFor(withHeader('x-client-info', info))).clientInfo).toBe(info);
  });

  test.each(['x'.repeat(4097), 'é', 'xé', 'éx', '\u007f'])('is refused (%#)', async (info) => {
    expect(await answerTo(withHeader('x-client-info', info))).toBe('400 CLIENT_INFO');
  });

  test('is optional', async () => {
    expect(await sentFor({})).not.toHaveProperty('clientInfo');
  });
});

describe('the body', () => {
  test('is refused when it is too large', async () => {
    const limits: number[] = [];
    const size = CHECKS.find(({ name }) => name === 'size');
    const receive = async (limit: number) => {
      limits.push(limit);
      return null;
    };
    const refusal = await size?.run({ ...(await check({})).call, receive });
    expect(refusal).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });
    expect(limits).toEqual([65_536]);
  });

  test.each(['', '{', '\ufeff{}', '{"nom":"a\nb"}'])('%j is refused, as it is not JSON', async (body) => {
    expect(await check({ body })).toMatchObject({ answer: '400 PGRST102', refusal: { body: { details: null } } });
  });

  test('is refused unless it is UTF-8', async () => {
    const call = { ...(await check({})).call, body: Buffer.from('{"nom":"é"}', 'latin1') };
    const syntax = CHECKS.find(({ name }) => name === 'syntax');
    expect(await syntax?.run(call)).toMatchObject({ status: 400, body: { code: 'PGRST102' } });
  });

  test.each(['1', '"a"', 'null', 'true', '[1]', '[[]]', '[{},null]', '[{},"a"]'])(
    '%s is refused, as it is neither a row nor rows',
    async (body) => {
      expect(await check({ body })).toMatchObject({
        answer: '400 PGRST102',
        refusal: { body: { details: 'Send an object, or an array of objects.' } },
      });
    },
  );

  test('holds at most 200 rows', async () => {
    expect(await answerTo(rows(Array(200).fill({})))).toBe('accepted');
    expect(await answerTo(rows(Array(201).fill({})))).toBe('413 BODY_TOO_LARGE');
  });

  test.each([
    ['an unknown column', { nom: 'a', role: 'a' }, '400 PGRST204', "Column 'role' of relation 'contacts'"],
    ['an inherited name', { constructor: 'a' }, '400 PGRST204', "Column 'constructor' of relation 'contacts'"],
    ['a closed column', { nom: 'a', id: 'a' }, DENIED, 'permission denied for table contacts'],
  ])('is refused with %s in any of its rows', async (_, row, answer, message) => {
    for (const body of [row, [{}, row]]) {
      const { answer: given, refusal } = await check(rows(body));
      expect(given).toBe(answer);
      expect(refusal?.body?.message).toContain(message);
    }
  });

  test('may not set the id of an incident', async () => {
    expect(await answerTo({ target: '/rest/v1/incidents', ...rows({ ...incident, id: 1 }) })).toBe('400 428C9');
  });

  test.each([
    [{ nom: 1 }, 'nom must be a text.'],
    [{ nom: true }, 'nom must be a text.'],
    [{ nom: {} }, 'nom must be a text.'],
    [{ nom: ['a'] }, 'nom must be a text.'],
    [{ is_agefice: 'true' }, 'is_agefice must be a boolean.'],
    [{ is_agefice: 1 }, 'is_agefice must be a boolean.'],
    [{ nom: '\ud83d' }, 'nom holds half a character.'],
    [{ prenom: null, is_agefice: true, nom: 'a\udc00' }, 'nom holds half a character.'],
  ])('is refused with the value %j', async (row, details) => {
    expect(await check(rows([{}, row]))).toMatchObject({ answer: '400 PGRST102', refusal: { body: { details } } });
  });

  test.each([{ nom: null }, { is_agefice: null }, { is_agefice: false }, { nom: '😀' }, { nom: '' }])(
    'is accepted with the value %j',
    async (row) => {
      expect(await answerTo(rows(row))).toBe('accepted');
    },
  );

  test('of an incident may state that it happened in a preview', async () => {
    const target = '/rest/v1/incidents';
    expect(await answerTo({ target, ...rows({ ...incident, preview: true }) })).toBe('accepted');
    expect(await answerTo({ target, ...rows({ ...incident, preview: 'true' }) })).toBe('400 PGRST102');
  });

  test('is serialized again, so that PostgREST reads the value that was checked', async () => {
    expect((await sentFor({ body: '{ "nom":"first", "nom":"last" }' })).body).toBe('{"nom":"last"}');
  });
});
