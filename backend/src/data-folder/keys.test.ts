import { signJwt } from '../../tests/support/owner';
import { bearerToken, makeKeys, readAccessToken, signJwt as sign } from './keys';

const SECRET = 'a secret of thirty-two characters!';
const claims = { role: 'authenticated', sub: 'b', session_id: 'c', exp: Math.floor(Date.now() / 1000) + 3600 };
const [header = '', payload = '', signature = ''] = signJwt(claims, SECRET).split('.');
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

test('a token is a JWT that any HS256 library makes and reads, with its claims in their order', async () => {
  const token = await sign(claims, SECRET);
  expect(token).toBe(signJwt(claims, SECRET));
  expect(await readAccessToken(token, SECRET)).toEqual({ claims });
});

test('the same secret makes the same public key, which is a token of role anon without an end', async () => {
  const { jwtSecret, anonKey } = await makeKeys();
  expect(anonKey).toBe(signJwt({ role: 'anon', iss: 'site' }, jwtSecret));
  expect(await readAccessToken(anonKey, jwtSecret)).toEqual({ claims: { role: 'anon', iss: 'site' } });
});

test.each([
  ['of another secret', signJwt(claims, `${SECRET}.`)],
  ['with the algorithm none', signJwt(claims, SECRET, { alg: 'none' })],
  ['with the algorithm none and a signature', `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`],
  ['of another algorithm, signed with the secret', signJwt(claims, SECRET, { alg: 'HS512' })],
  ['with a header that must be understood', signJwt(claims, SECRET, { alg: 'HS256', header: { crit: ['x'], x: 1 } })],
  ['with other claims', `${header}.${encode({ ...claims, sub: 'd' })}.${signature}`],
  ['without a signature', `${header}.${payload}`],
  ['with an empty signature', `${header}.${payload}.`],
  ['with a short signature', `${header}.${payload}.${signature.slice(0, -1)}`],
  ['with two signatures', `${header}.${payload}.${signature}.${signature}`],
  ['without a role', signJwt({ ...claims, role: undefined }, SECRET)],
  ['with a number as its role', signJwt({ ...claims, role: 7 }, SECRET)],
  ['with a word as its end', signJwt({ ...claims, exp: 'never' }, SECRET)],
  ['whose claims are a list', signJwt([claims], SECRET)],
  ['of one word', 'a'],
  ['of dots', '..'],
  ['that is empty', ''],
])('a token %s is refused', async (_, token) => {
  expect(await readAccessToken(token, SECRET)).toEqual({ why: 'JWSError JWSInvalidSignature' });
});

test('a token is refused from the second on in which it ends', async () => {
  jest.useFakeTimers({ now: claims.exp * 1000 - 1, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const token = signJwt(claims, SECRET);
  expect(await readAccessToken(token, SECRET)).toEqual({ claims });
  jest.setSystemTime(claims.exp * 1000);
  expect(await readAccessToken(token, SECRET)).toEqual({ why: 'JWT expired' });
  expect(await readAccessToken(`${token}x`, SECRET)).toEqual({ why: 'JWSError JWSInvalidSignature' });
  jest.useRealTimers();
});

test('a header has room for a token of 4096 characters, and a longer one is not read', () => {
  expect(bearerToken(`Bearer ${'a'.repeat(4096)}`)).toHaveLength(4096);
  expect(bearerToken(`Bearer ${'a'.repeat(4097)}`)).toBeUndefined();
});
