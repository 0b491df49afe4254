import { createGuard, type GuardParts } from '../guard/guard';
import type { Lifecycle } from '../lifecycle';
import { lookRegularly } from './look-regularly';

const LOOK_EVERY_MS = 60_000;

type Parts = Omit<GuardParts, 'now'>;

/** Looks at the watched releases each minute. */
export function startGuard(parts: Parts, life: Pick<Lifecycle, 'onEnd'>): void {
  const { look } = createGuard({ ...parts, now: () => Date.now() });
  const onFailure = (error: unknown) => parts.log(`The watched releases could not be looked at. ${error}`);
  lookRegularly({ everyMs: LOOK_EVERY_MS, look, onFailure }, life);
}
