import { randomUUID } from 'node:crypto';
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Answer } from './visitor';

/** The challenge that a refusal carries. */
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

/** The header by which a client answers a challenge, as the site's own client writes it. */
export async function answerHeader(challenge: Challenge, attempt: string = randomUUID(), given?: Solution) {
  const solution = given ?? (await solve(challenge));
  const answer = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
  return { 'x-client-info': `site-web/1.0.0 attempt=${attempt} challenge=${answer}` };
}
