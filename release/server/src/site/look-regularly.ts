import type { Lifecycle } from '../lifecycle';

interface Looking {
  readonly everyMs: number;
  readonly look: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** One look at a time. A look that fails, as while the store is away, is made up for by the next. */
export function lookRegularly({ everyMs, look, onFailure }: Looking, { onEnd }: Pick<Lifecycle, 'onEnd'>): void {
  let isLooking = false;
  const lookOnce = async () => {
    if (isLooking) return;
    isLooking = true;
    await look().catch(onFailure);
    isLooking = false;
  };
  const timer = setInterval(lookOnce, everyMs);
  onEnd(() => clearInterval(timer));
}
