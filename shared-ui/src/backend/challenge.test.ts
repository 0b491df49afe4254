/** @jest-environment node */
import { createChallenge, HmacAlgorithm } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { encodeAnswer, parseChallenge } from './challenge';

const SECRET = 'a secret of the database';
const issue = (change: object = {}) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1000,
    expiresAt: 1_795_000_000,
    deriveKey,
    hmacAlgorithm: HmacAlgorithm.SHA_256,
    hmacSignatureSecret: SECRET,
    ...change,
  });
const refusal = (hint: unknown) => JSON.stringify({ code: 'RATE_LIMIT', message: '', details: '437', hint });

test('parseChallenge finds the challenge in the hint of a refusal', async () => {
  const challenge = await issue();
  expect(parseChallenge(refusal(JSON.stringify(challenge)))).toEqual(challenge);
});

test.each([
  ['no JSON', '<html>'],
  ['JSON that is not an object', 'null'],
  ['no hint', refusal(null)],
  ['a hint for people', refusal('Perhaps you meant another table')],
  ['a hint that is not an object', refusal('"00"')],
  ['a hint without parameters', refusal('{"signature":""}')],
])('parseChallenge finds no challenge in %s', (_what, body) => {
  expect(parseChallenge(body)).toBeUndefined();
});

test.each([
  ['another algorithm', { algorithm: 'PBKDF2/SHA-512' }],
  ['more rounds than the site ever asks for', { cost: 200_001 }],
  ['a prefix of two bytes, which takes 65,536 keys', { keyPrefix: '0000' }],
  ['a prefix of half a byte', { keyPrefix: '0' }],
  ['a longer key', { keyLength: 64 }],
  ['no signature', { hmacSignatureSecret: undefined }],
])('a challenge with %s is refused', async (_what, change) => {
  expect(parseChallenge(refusal(JSON.stringify(await issue(change))))).toBeUndefined();
});

test.each([{ cost: 0.5 }, { cost: 0 }, { cost: '1000' }, { nonce: 'zz' }, { salt: null }, { keyPrefix: '' }])(
  'a challenge with %j is refused',
  async (change) => {
    const { parameters, signature } = await issue();
    const changed = { parameters: { ...parameters, ...change }, signature };
    expect(parseChallenge(refusal(JSON.stringify(changed)))).toBeUndefined();
  },
);

test('the answer encodes the challenge and its solution as a token', async () => {
  const challenge = await issue();
  const token = encodeAnswer(challenge, { counter: 7, derivedKey: '00ff', time: 12 });
  expect(token).toMatch(/^[\w-]+$/);
  expect(JSON.parse(Buffer.from(token, 'base64url').toString())).toEqual({
    challenge,
    solution: { counter: 7, derivedKey: '00ff' },
  });
});
