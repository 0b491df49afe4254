import { type Challenge, createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { answerHeader, challengesOf, RATE_LIMITED, solve } from '../support/challenge';
import type { TestBackend } from '../support/engines';

/** Answers to a challenge that are refused. */
export function describeChallengeAnswers(backend: () => TestBackend): void {
  const { query, post, limited } = challengesOf(backend);
  const cases: [string, (challenge: Challenge) => Promise<Record<string, string>> | Record<string, string>][] = [
    [
      'without the work',
      (challenge) => answerHeader(challenge, undefined, { counter: 0, derivedKey: '00'.repeat(32) }),
    ],
    [
      'with the key of another counter',
      async (challenge) => {
        const solution = await solve(challenge);
        return answerHeader(challenge, undefined, { ...solution, counter: solution.counter + 1 });
      },
    ],
    [
      'with a key that lacks the required prefix',
      async (challenge) => answerHeader(challenge, undefined, await solve(challenge, { keyPrefix: 'ff' })),
    ],
    [
      'for a challenge that the client made',
      async ({ parameters }) => {
        const own = await createChallenge({
          ...parameters,
          algorithm: 'PBKDF2/SHA-256',
          deriveKey,
          hmacSignatureSecret: 'a guess',
        });
        return answerHeader(own);
      },
    ],
    [
      'with cheaper parameters under our signature',
      ({ parameters, signature }) =>
        answerHeader({ parameters: { ...parameters, cost: 1 }, signature: signature ?? '' }),
    ],
    [
      'with a later expiry under our signature',
      ({ parameters, signature }) =>
        answerHeader({
          parameters: { ...parameters, expiresAt: (parameters.expiresAt ?? 0) + 3600 },
          signature: signature ?? '',
        }),
    ],
  ];

  test.each(cases)('%s', async (_, answer) => {
    const { address, challenge } = await limited();
    expect(await post(address, await answer(challenge))).toMatchObject(RATE_LIMITED);
  });

  const encoded = (text: string) => Buffer.from(text).toString('base64url');
  test.each([
    ['not base64', '*'],
    ['not UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
    ['not JSON', encoded('{')],
    ['null', encoded('null')],
    ['an empty object', encoded('{}')],
    ['an empty challenge', encoded('{"challenge":{"parameters":{},"signature":""},"solution":{}}')],
    ['deeply nested', encoded('['.repeat(1400))],
    ['nested parameters', encoded(`{"challenge":{"parameters":{"a":${'['.repeat(700)}`)],
    ['too long', 'A'.repeat(3000)],
    ['empty', ''],
  ])('that is %s', async (_, answer) => {
    const { address } = await limited();
    expect(await post(address, { 'x-client-info': `site-web/1.0.0 challenge=${answer}` })).toMatchObject(RATE_LIMITED);
  });

  test('an answer is refused after its challenge has expired', async () => {
    await query("update private.settings set challenge_lifetime = '-1 second'");
    const { address, challenge } = await limited();
    await query("update private.settings set challenge_lifetime = '10 minutes'");
    expect(await post(address, await answerHeader(challenge))).toMatchObject(RATE_LIMITED);
  });

  test.each([
    '{"counter": 1.5}',
    '{"counter": "x"}',
    '{"counter": 99999999999999999999}',
    '{"counter": -1}',
    '{"counter": null}',
    '{}',
    '{"derivedKey": null, "counter": 1}',
  ])('with the solution %s', async (solution) => {
    const { address, challenge } = await limited();
    const text = `{"challenge":${JSON.stringify(challenge)},"solution":${solution}}`;
    expect(await post(address, { 'x-client-info': `x challenge=${encoded(text)}` })).toMatchObject(RATE_LIMITED);
  });
}
