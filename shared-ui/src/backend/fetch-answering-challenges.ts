import type { Challenge } from 'altcha-lib/types';
import { encodeAnswer, parseChallenge } from './challenge';

export const CALL_TIMEOUT_MS = 15_000;
/** For all challenges of one call together. */
export const SOLVING_TIMEOUT_MS = 30_000;
const MOST_CHALLENGES = 3;
const TOO_MANY_REQUESTS = 429;
const CLIENT_INFO = 'x-client-info';

/**
 * Like `fetch`, but repeats a call that was refused with a challenge, together with the answer. Returns the refusal
 * when there is no answer: without `crypto.subtle` (plain http), without the solver's code or after the time-out.
 */
export async function fetchAnsweringChallenges(address: string | URL, init?: RequestInit): Promise<Response> {
  let msLeft = SOLVING_TIMEOUT_MS;
  let response = await fetchInTime(address, init);
  for (let round = 1; round <= MOST_CHALLENGES && response.status === TOO_MANY_REQUESTS; round += 1) {
    const body = await response.text();
    // A copy: the time-out of the original could abort it while the challenge is being solved.
    const refusal = new Response(body, response);
    const startedAt = performance.now();
    const challenge = parseChallenge(body);
    const answer = challenge && (await findAnswer(challenge, msLeft));
    if (!answer) return refusal;
    msLeft -= performance.now() - startedAt;
    response = await fetchInTime(address, withAnswer(init, answer));
  }
  return response;
}

async function findAnswer(challenge: Challenge, timeoutMs: number): Promise<string | undefined> {
  // altcha-lib treats 0 as no limit.
  if (!crypto.subtle || timeoutMs <= 0) return undefined;
  try {
    const { solveChallenge } = await import('./solve-challenge');
    const solution = await solveChallenge(challenge, timeoutMs);
    return solution ? encodeAnswer(challenge, solution) : undefined;
  } catch (error) {
    console.warn('The challenge could not be solved', error);
    return undefined;
  }
}

function withAnswer(init: RequestInit | undefined, answer: string): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set(CLIENT_INFO, `${headers.get(CLIENT_INFO)} challenge=${answer}`);
  return { ...init, headers };
}

function fetchInTime(address: string | URL, init?: RequestInit): Promise<Response> {
  const controller = new AbortController();
  // Not cleared when the response begins, because its body can also stall.
  setTimeout(() => controller.abort(), CALL_TIMEOUT_MS);
  return fetch(address, { ...init, signal: controller.signal });
}
