import { setTimeout as delay } from 'node:timers/promises';

/** Whether `pnpm test:long` runs. */
export const isLongTier = process.env.TEST_TIER === 'long';

/** `describe`, or on a machine that cannot run the tests: prints the reason and skips them. */
export function describeWhere(isPossible: boolean, otherwise: string): jest.Describe {
  if (isPossible) return describe;
  printReason(otherwise);
  return describe.skip;
}

/** `test`, or on a machine that cannot run it: prints the reason and skips it. */
export function testWhere(isPossible: boolean, otherwise: string): jest.It {
  if (isPossible) return test;
  printReason(otherwise);
  return test.skip;
}

function printReason(reason: string): void {
  process.stderr.write(`Skipped: ${reason}.\n`);
}

/** 0, 1, … up to `count` numbers. */
export const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** 1, 2, … `count`. */
export const numbers = (count: number): number[] => times(count).map((index) => index + 1);

const LOOK_AGAIN_MS = 25;

/** Calls `look` until it returns anything but null, undefined or false. Rejects after `withinMs`. */
export async function until<Found>(
  look: () => Promise<Found | null | undefined | false> | Found | null | undefined | false,
  withinMs = 90_000,
): Promise<Found> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const value = await look();
    if (value !== null && value !== undefined && value !== false) return value;
    if (Date.now() > giveUpAt) throw new Error(`It did not happen within ${withinMs / 1000} s: ${look}`);
    await delay(LOOK_AGAIN_MS);
  }
}
