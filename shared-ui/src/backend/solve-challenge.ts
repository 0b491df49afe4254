import { solveChallenge as solveInLane } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';

/** Keys derived in parallel; the browser does so off the main thread. */
const LANES = 4;

/**
 * Solves a challenge. Loaded on demand: only a refused call needs this module.
 * @returns null after `timeoutMs`
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
