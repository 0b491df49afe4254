import { randomUUID } from 'node:crypto';
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { TestBackend } from './engines';
import { contact } from './rows';
import { type Answer, anyAddress, visitor } from './visitor';

export const RATE_LIMITED = {
  status: 429,
  body: { code: 'RATE_LIMIT', hint: expect.stringContaining('PBKDF2/SHA-256') },
};

/** The challenge in a refusal. */
export function challengeOf({ body }: Answer): Challenge {
  return JSON.parse((body as { hint: string }).hint) as Challenge;
}

/** @param asked replaces the challenge's own parameters */
export async function solve(challenge: Challenge, asked: Partial<Challenge['parameters']> = {}): Promise<Solution> {
  const solution = await solveChallenge({
    challenge: { ...challenge, parameters: { ...challenge.parameters, ...asked } },
    deriveKey,
  });
  if (!solution) throw new Error('The challenge was not solved.');
  return solution;
}

/** The header that answers a challenge, as the site's own client writes it. */
export async function answerHeader(challenge: Challenge, attempt: string = randomUUID(), given?: Solution) {
  const solution = given ?? (await solve(challenge));
  const answer = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
  return { 'x-client-info': `site-web/1.0.0 attempt=${attempt} challenge=${answer}` };
}

/** Shared by suites of challenges. Its hooks lower the rounds of a key, whose cost does not matter in these tests. */
export function challengesOf(backend: () => TestBackend) {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const setting = (column: string, value: number) => query(`update private.settings set ${column} = $1`, [value]);
  const post = (address: string, headers = {}) => visitor(backend(), address).post('contacts', contact, headers);
  beforeAll(() => setting('challenge_rounds', 10));
  afterAll(() => setting('challenge_rounds', 500));
  return {
    query,
    setting,
    post,
    /** An address at its limit, and its challenge. */
    limited: async (submissions = 5) => {
      const address = anyAddress();
      await query(
        `insert into private.submissions (address_hash)
           select private.caller_hash(s) from private.settings s, generate_series(1, $1),
             set_config('request.headers', $2, false)`,
        [submissions, JSON.stringify({ 'x-forwarded-for': address })],
      );
      const answer = await post(address);
      expect(answer).toMatchObject(RATE_LIMITED);
      return { address, challenge: challengeOf(answer) };
    },
    stored: (attempt: string) => query('select flagged, unwanted from public.contacts where attempt = $1', [attempt]),
  };
}
