import { createGuard, type GuardOptions } from '../guard/guard';
import type { Lifecycle } from '../lifecycle';
import { lookRegularly } from './look-regularly';

const LOOK_EVERY_MS = 60_000;

type Options = Omit<GuardOptions, 'now'>;

/** Looks at the watched releases each minute. */
export function startGuard(options: Options, life: Pick<Lifecycle, 'onEnd'>): void {
  const { look } = createGuard({ ...options, now: () => Date.now() });
  const onFailure = (error: unknown) => options.log(`The watched releases could not be looked at. ${error}`);
  lookRegularly({ everyMs: LOOK_EVERY_MS, look, onFailure }, life);
}
