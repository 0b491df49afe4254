import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '@site/release-core/store/store';
import type { Lifecycle } from '../lifecycle';
import { messagePoster, type WebhookTarget } from '../webhook/post-message';
import { createWebhook } from '../webhook/webhook';
import { lookRegularly } from './look-regularly';

const LOOK_EVERY_MS = 5000;

interface WebhookSite {
  readonly target: WebhookTarget;
  readonly store: Store;
  readonly log: (line: string) => void;
}

/** Looks for changes and publications of any server, apart from what makes them. */
export function startWebhook({ target, store, log }: WebhookSite, life: Lifecycle): void {
  const pause = (ms: number) => delay(ms, undefined, { signal: life.signal });
  const { look } = createWebhook({ store, post: messagePoster(target), pause, log, now: () => Date.now() });
  const onFailure = (error: unknown) => log(`The changes for the webhook could not be read. ${error}`);
  lookRegularly({ everyMs: LOOK_EVERY_MS, look, onFailure }, life);
}
