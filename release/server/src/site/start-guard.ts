import { createGuard, type GuardParts } from '../guard/guard';
import type { Lifecycle } from '../lifecycle';

const LOOK_EVERY_MS = 60_000;

type Parts = Omit<GuardParts, 'now'>;

/** Looks at the watched releases each minute. A look that fails, as while the store is away, is made up for by the next. */
export function startGuard(parts: Parts, life: Pick<Lifecycle, 'onEnd'>): void {
  const guard = createGuard({ ...parts, now: () => Date.now() });
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    await guard.look().catch((error: unknown) => parts.log(`The watched releases could not be looked at. ${error}`));
    isLooking = false;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  life.onEnd(() => clearInterval(timer));
}
