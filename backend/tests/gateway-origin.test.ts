import { answerTo, type CallInput, check } from './support/checked-call';
import { incident } from './support/rows';

const rows = (value: unknown) => ({ body: JSON.stringify(value) });

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
