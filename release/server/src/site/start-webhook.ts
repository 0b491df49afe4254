import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '@site/release-core/store/store';
import type { Lifecycle } from '../lifecycle';
import { messagePoster, type WebhookTarget } from '../webhook/post-message';
import { createWebhook } from '../webhook/webhook';

const LOOK_EVERY_MS = 5000;

interface WebhookSite {
  readonly target: WebhookTarget;
  readonly store: Store;
  readonly log: (line: string) => void;
}

/** Looks for changes and publications of any server, apart from what makes them. */
export function startWebhook({ target, store, log }: WebhookSite, { signal, onEnd }: Lifecycle): void {
  const pause = (ms: number) => delay(ms, undefined, { signal });
  const { look } = createWebhook({ store, post: messagePoster(target), pause, log, now: () => Date.now() });
  let isLooking = false;
  const lookOnce = async () => {
    if (isLooking) return;
    isLooking = true;
    await look().catch((error: unknown) => log(`The changes for the webhook could not be read. ${error}`));
    isLooking = false;
  };
  const timer = setInterval(lookOnce, LOOK_EVERY_MS);
  onEnd(() => clearInterval(timer));
}
