import type { Store } from '@site/release-core/store/store';
import { ProblemError } from './problem-error';

const HOUR_MS = 3_600_000;

/**
 * Every change stays in the history for good, whoever makes it and on whichever server.
 * @throws ProblemError when the last hour has as many of that command
 */
export async function requireFewChanges(store: Store, command: string, most: number): Promise<void> {
  const since = Date.now() - HOUR_MS;
  let made = 0;
  for await (const reading of store.readBackwards()) {
    if (!('entry' in reading)) continue;
    const { change } = reading.entry;
    const at = Date.parse(change.at);
    if (at < since) return;
    if (change.command !== command) continue;
    made += 1;
    if (made < most) continue;
    const retryAfter = Math.max(1, Math.ceil((at - since) / 1000));
    throw new ProblemError('too-many', `${most} of these were made within an hour: wait ${retryAfter} seconds.`, {
      retryAfter,
    });
  }
}
