import { PRIVATE_PATH, PRIVATE_WORKER_PATH } from '@site/contract/addresses';

export interface PushState {
  /** The site's key, base64url; null where it sends no notifications. */
  readonly publicKey: string | null;
  /** Counts this owner's devices that are notified. */
  readonly devices: number;
  /** Whether this device is one of them. */
  readonly isOn: boolean;
}

/** A browser's subscription; the keys are base64url. */
export interface PushSubscriptionKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const PATIENCE_MS = 20_000;

/** What a press of the switch waits for: the person's answer to the browser's question, or the browser and the site. */
export type PushStep = 'asking' | 'starting';

/**
 * Why a browser that supports notifications was not subscribed. `refused`: the person did not allow them. `worker`: the
 * space's script does not start. `service`: the browser's own service does not answer, as in some private windows.
 */
export type PushRefusal = 'refused' | 'worker' | 'service';

/** `install`: this device only notifies for an app on its home screen. `denied`: the browser does not ask again. */
export type PushSupport = 'ready' | 'install' | 'denied' | 'none';

export function pushSupport(): PushSupport {
  if (isAppleTouch() && !window.matchMedia('(display-mode: standalone)').matches) return 'install';
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return 'none';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/** An iPad says that it is a Mac. */
const isAppleTouch = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/**
 * Asks the person, then subscribes this browser. Call it from a click.
 * @param onStep called when another wait begins
 */
export async function subscribeDevice(
  publicKey: string,
  onStep: (step: PushStep) => void,
): Promise<PushSubscriptionKeys | PushRefusal> {
  onStep('asking');
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  onStep('starting');
  const worker = await inTime(registerWorker().then(() => navigator.serviceWorker.ready));
  if (!worker) return 'worker';
  return (await inTime(subscribe(worker.pushManager, publicKey))) ?? 'service';
}

async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscriptionKeys> {
  // While a subscription with an earlier key of the site exists, the browser refuses another one.
  await (await pushManager.getSubscription())?.unsubscribe();
  return keysOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }));
}

/** Null when it fails, or takes too long: a worker that cannot start never gets ready. */
const inTime = <Value>(work: Promise<Value>): Promise<Value | null> =>
  Promise.race([work.catch(() => null), new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))]);

/** What this browser is subscribed with, without asking the person; null when it is not, or no longer. */
export async function currentSubscription(): Promise<PushSubscriptionKeys | null> {
  if (pushSupport() !== 'ready') return null;
  const subscription = await registeredSubscription();
  // Chrome gives this address to a subscription that its service has ended.
  return subscription && !new URL(subscription.endpoint).hostname.endsWith('.invalid') ? keysOf(subscription) : null;
}

function keysOf(subscription: PushSubscription): PushSubscriptionKeys {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('The browser has made no complete subscription.');
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

export async function unsubscribeDevice(): Promise<void> {
  await (await registeredSubscription())?.unsubscribe();
}

const registeredSubscription = async () =>
  (await navigator.serviceWorker.getRegistration(PRIVATE_PATH))?.pushManager.getSubscription();

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** Rejects where the browser or the site has no such worker. */
export const registerWorker = () => navigator.serviceWorker.register(PRIVATE_WORKER_PATH, { scope: PRIVATE_PATH });
