import { solveChallenge as solveInLane } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';

/** Keys in the making at once. The browser derives them beside the page, whose turn it need not wait for. */
const LANES = 4;

/**
 * Finds the answer to a challenge. Loaded on demand: only a refused call needs this module.
 * @returns null when `timeoutMs` are over
 */
export async function solveChallenge(challenge: Challenge, timeoutMs: number): Promise<Solution | null> {
  const controller = new AbortController();
  const lanes = Array.from({ length: LANES }, (_lane, counterStart) =>
    solveInLane({ challenge, controller, counterStart, counterStep: LANES, deriveKey, timeout: timeoutMs }),
  );
  try {
    return await Promise.race(lanes);
  } finally {
    controller.abort();
  }
}
