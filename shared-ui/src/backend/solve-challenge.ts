import { solveChallenge as solveInLane } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';

const LANES = 4;

/** Derives keys in parallel, off the main thread. @returns null after `timeoutMs` */
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
