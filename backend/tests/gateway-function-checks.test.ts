import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALLOWED_CALLS, OWNER_FUNCTIONS, PUBLIC_FUNCTIONS } from '../src/gateway/calls';
import { answerTo, type CallInput, check, sentFor } from './support/checked-call';
import { SECRET } from './support/recording-upstream';
import { signJwt } from './support/sign-jwt';

const TARGET = '/rest/v1/rpc/owner_cancel';
const TOKEN = signJwt({ role: 'authenticated', session_id: '1' }, SECRET);
const DENIED = { status: 401, body: { code: '42501', message: 'permission denied for function owner_cancel' } };

/** A call of an owner's function, with an access token. */
const ownerCall = ({ headers, ...input }: CallInput = {}): CallInput => ({
  target: TARGET,
  headers: { authorization: `Bearer ${TOKEN}`, ...headers },
  ...input,
});

describe('the functions and columns in the types of the database', () => {
  const types = readFileSync(join(import.meta.dirname, '../../supabase/types.ts'), 'utf8');
  const within = (name: string, indent: string) =>
    types.match(new RegExp(`^${indent}${name}: \\{$[^]*?^${indent}\\}$`, 'm'))?.[0] ?? '';
  const namesAt = (text: string, indent: string) =>
    [...text.matchAll(new RegExp(`^${indent}(\\w+)\\??:`, 'gm'))].map(([, name]) => name);

  test('each function is either the owners’ or the visitors’', () => {
    const named = namesAt(within('Functions', ' {4}'), ' {6}');
    expect([...PUBLIC_FUNCTIONS.keys(), ...OWNER_FUNCTIONS].sort()).toEqual(named.sort());
  });

  test.each([...ALLOWED_CALLS])('each column of %s is either open or closed', (table, { columns, closedColumns }) => {
    const [row = ''] = within(table, ' {6}').split('Insert:');
    expect([...Object.keys(columns), ...closedColumns].sort()).toEqual(namesAt(row, ' {10}').sort());
  });
});

describe('a function of owners', () => {
  test.each([...OWNER_FUNCTIONS])('%s is called with its arguments and the token', async (name) => {
    expect(await sentFor(ownerCall({ target: `/rest/v1/rpc/${name}`, body: ' { "id": "1" } ' }))).toEqual({
      method: 'POST',
      path: `/rpc/${name}`,
      accept: 'application/json',
      accessToken: TOKEN,
      body: '{"id":"1"}',
    });
  });

  test.each([
    ['no token', undefined],
    ['an empty one', ''],
    ['one without its scheme', TOKEN],
    ['one of another scheme', `Basic ${TOKEN}`],
    ['something before the scheme', `x Bearer ${TOKEN}`],
    ['an empty one after the scheme', 'Bearer '],
    ['two in one header', `Bearer ${TOKEN}, Bearer ${TOKEN}`],
    ['one with a space after it', `Bearer ${TOKEN} `],
    ['one of more than 4096 characters', `Bearer ${'a'.repeat(4097)}`],
    ['the public key of the install', `Bearer ${signJwt({ role: 'anon' }, SECRET)}`],
    ['a token of the database’s own role', `Bearer ${signJwt({ role: 'service_role' }, SECRET)}`],
  ])('is denied with %s', async (_, authorization) => {
    const { refusal, call } = await check(ownerCall({ headers: { authorization } }));
    expect(refusal).toMatchObject(DENIED);
    expect(call.sent.accessToken).toBeUndefined();
  });

  test.each([
    ['signed by another install', signJwt({ role: 'authenticated' }, `${SECRET}!`), 'JWSError JWSInvalidSignature'],
    ['of one word', 'a', 'JWSError JWSInvalidSignature'],
    ['that has expired', signJwt({ role: 'authenticated', exp: 1 }, SECRET), 'JWT expired'],
  ])('is refused with a token %s', async (_, token, message) => {
    const { refusal, call } = await check(ownerCall({ headers: { authorization: `Bearer ${token}` } }));
    expect(refusal).toMatchObject({ status: 401, body: { code: 'PGRST301', message } });
    expect(call.sent.accessToken).toBeUndefined();
  });

  test.each(['bearer', 'BEARER'])('accepts the scheme written %s', async (scheme) => {
    expect(await answerTo(ownerCall({ headers: { authorization: `${scheme} ${TOKEN}` } }))).toBe('accepted');
  });

  test.each([
    ['GET', '405 PGRST101'],
    ['HEAD', '405 PGRST101'],
    ['OPTIONS', '200'],
  ])('%s of it is answered %s', async (method, answer) => {
    expect(await answerTo(ownerCall({ method }))).toBe(answer);
  });

  test.each(['1', '"a"', 'null', 'true', '[]', '[{}]'])('%s is refused as arguments', async (body) => {
    expect((await check(ownerCall({ body }))).refusal).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', details: 'Send an object.' },
    });
  });

  test.each([
    ['lists', '{"ids":[["a"]]}', '{"ids":[[["a"]]]}'],
    ['objects', '{"a":{"b":{"c":1}}}', '{"a":{"b":{"c":{"d":1}}}}'],
    ['empty lists', '{"ids":[[[]]]}', '{"ids":[[[[]]]]}'],
    ['lists beside a text and null', '{"a":"b","c":null,"d":[["e"]]}', '{"a":"b","c":null,"d":[[["e"]]]}'],
  ])('arguments have at most four levels, including their values: %s', async (_, body, deeper) => {
    expect(await answerTo(ownerCall({ body }))).toBe('accepted');
    expect((await check(ownerCall({ body: deeper }))).refusal).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', details: 'The arguments are nested too deeply.' },
    });
  });

  test('arguments of 32,000 levels are refused', async () => {
    const body = `{"a":${'['.repeat(32_000)}${']'.repeat(32_000)}}`;
    expect(await answerTo(ownerCall({ body }))).toBe('400 PGRST102');
  });

  test('takes its arguments from the body only', async () => {
    for (const query of ['id=1', 'select=id', 'on_conflict=id', 'columns=id', 'constructor=1']) {
      expect(await answerTo(ownerCall({ target: `${TARGET}?${query}` }))).toBe('400 PGRST100');
    }
  });

  test('takes no preferences, and sends none on', async () => {
    for (const prefer of ['return=minimal', 'resolution=merge-duplicates']) {
      expect(await sentFor(ownerCall({ headers: { prefer } }))).not.toHaveProperty('prefer');
    }
  });
});

describe('a function of visitors', () => {
  const closedDays = (query = '', input: CallInput = {}) =>
    check({ method: 'GET', target: `/rest/v1/rpc/closed_days${query}`, ...input });

  test('is read without a token, a content type and a body', async () => {
    const { answer, call } = await closedDays('', { headers: { 'content-type': undefined }, body: 'read by nobody' });
    expect(answer).toBe('accepted');
    expect(call.sent).toEqual({ method: 'GET', path: '/rpc/closed_days', accept: 'application/json', body: '' });
  });

  test.each([
    ['?first=2026-11-24', 'first=2026-11-24'],
    ['?last=2026-11-24', 'last=2026-11-24'],
    ['?first=2026-11-24&last=2027-01-01', 'first=2026-11-24&last=2027-01-01'],
  ])('%s is sent on', async (query, sent) => {
    const { answer, call } = await closedDays(query);
    expect(answer).toBe('accepted');
    expect(call.sent.query).toBe(sent);
  });

  test.each(['first', 'last'])('%s is a day', async (name) => {
    const noDays = ['', '2026', 'x2026-11-24', '2026-11-24x', '26-11-24', '2-11-24', 'abcd-11-24'];
    for (const value of [...noDays, '2026-x1-24', '2026-1x-24', '2026-11-x4', '2026-11-2x', '2026-11-24%0a']) {
      expect([value, (await closedDays(`?${name}=${value}`)).answer]).toEqual([value, '400 PGRST100']);
    }
  });

  test.each(['first=2026-11-24&first=2026-11-24', 'select=id', 'constructor=1', 'toString=1', 'limit=1'])(
    '%s is refused',
    async (query) => {
      expect((await closedDays(`?${query}`)).answer).toBe('400 PGRST100');
    },
  );

  test.each([
    ['POST', '405 PGRST101'],
    ['HEAD', '405 PGRST101'],
    ['OPTIONS', '200'],
  ])('%s of it is answered %s', async (method, answer) => {
    expect((await closedDays('', { method })).answer).toBe(answer);
  });
});
