import type { Challenge } from 'altcha-lib/types';
import { encodeAnswer, parseChallenge } from './challenge';

export const CALL_TIMEOUT_MS = 15_000;
/** For all challenges of one call together. */
export const SOLVING_TIMEOUT_MS = 30_000;
const MOST_CHALLENGES = 3;
const TOO_MANY_REQUESTS = 429;
const CLIENT_INFO = 'x-client-info';

/**
 * Fetches, and repeats a call that was refused with a challenge together with the answer. Without an answer (no
 * `crypto.subtle` on plain http, no code, no time) the result is the refusal.
 */
export async function fetchAnsweringChallenges(address: string | URL, init?: RequestInit): Promise<Response> {
  let msLeft = SOLVING_TIMEOUT_MS;
  let response = await fetchInTime(address, init);
  for (let round = 1; round <= MOST_CHALLENGES && response.status === TOO_MANY_REQUESTS; round += 1) {
    const body = await response.text();
    // Its time-out would abort it while the challenge is being solved.
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
  // altcha-lib takes 0 as no limit.
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
  // Not cleared when the answer begins: its body can also stall.
  setTimeout(() => controller.abort(), CALL_TIMEOUT_MS);
  return fetch(address, { ...init, signal: controller.signal });
}
