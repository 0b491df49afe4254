import { setTimeout as delay } from 'node:timers/promises';

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
