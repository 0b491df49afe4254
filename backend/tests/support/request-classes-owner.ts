import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { OWNER_FUNCTIONS } from './catalogue';
import { signJwt } from './owner';
import { SECRET } from './recording-database';
import { type Parts, type RequestClass, refuses } from './request-classes';

const seconds = Math.floor(Date.now() / 1000);
const claims = { role: 'authenticated', sub: randomUUID(), session_id: randomUUID(), exp: seconds + 3600 };

export const token = signJwt(claims, SECRET);
const [header = '', payload = ''] = token.split('.');

const functions = fc.constantFrom(...OWNER_FUNCTIONS);

const ownerCall = (parts: Parts) => functions.map((name) => ({ body: '{}', target: `/rest/v1/rpc/${name}`, ...parts }));
const authorized = (...values: (string | null)[]) =>
  fc.constantFrom(...values).chain((authorization) => ownerCall({ headers: { authorization } }));

/** Forbidden calls of functions, for gateways whose secret is `SECRET`. */
export const ownerClasses: readonly RequestClass[] = [
  refuses(
    'a function of the owner’s space without a token of an owner',
    '401 42501',
    authorized(
      ...[null, 'Bearer ', `Basic ${token}`, token, `Bearer ${'a'.repeat(4097)}`],
      ...['anon', 'service_role'].map((role) => `Bearer ${signJwt({ ...claims, role }, SECRET)}`),
    ),
  ),
  refuses(
    'a token that this install has not signed, or that has expired',
    '401 PGRST301',
    authorized(
      ...[`Bearer ${header}.${payload}.`, `Bearer ${signJwt(claims, `${SECRET}.`)}`],
      `Bearer ${signJwt({ ...claims, exp: seconds - 1 }, SECRET)}`,
    ),
  ),
  refuses(
    'arguments that are no object',
    '400 PGRST102',
    fc
      .constantFrom('[]', '[{}]', 'null', '"a"', '1')
      .chain((body) => ownerCall({ body, headers: { authorization: `Bearer ${token}` } })),
  ),
  refuses(
    'arguments that a function does not have, or lacks',
    '404 PGRST202',
    fc
      .constantFrom(
        ['owner_note', '{"id":"0b8f6f0e-55d1-4e0f-8f0a-3a0d8d3f1c11","version":1}'],
        ['owner_request', '{}'],
        ['owner_me', '{"id":1}'],
        ['owner_me', '{"__proto__":1}'],
        ['owner_me', '{"a) from private.owners --":1}'],
      )
      .map(([name, body]) => ({
        target: `/rest/v1/rpc/${name}`,
        ...(body !== undefined && { body }),
        headers: { authorization: `Bearer ${token}` },
      })),
  ),
  refuses(
    'a parameter of a function in its address',
    '400 PGRST100',
    functions.chain((name) =>
      fc.constantFrom('select=email', 'id=eq.1', 'columns=id', 'limit=1', 'on_conflict=id').map((query) => ({
        target: `/rest/v1/rpc/${name}?${query}`,
        body: '{}',
        headers: { authorization: `Bearer ${token}` },
      })),
    ),
  ),
  refuses(
    'a function of the owner’s space that is only read',
    '405 PGRST101',
    fc
      .constantFrom('GET', 'HEAD')
      .chain((method) => ownerCall({ method, body: '', headers: { authorization: `Bearer ${token}` } })),
  ),
];
