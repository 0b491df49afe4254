import { PRIVATE_PATH } from '@site/contract/addresses';
import { registerWorker } from './register-worker';

export interface PushState {
  /** The site's key, base64url; null where it sends no notifications. */
  readonly publicKey: string | null;
  /** Devices of this owner that are notified. */
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

/** Asks the person, then subscribes this browser; null when they refuse. Call it from a click. */
export async function subscribeDevice(publicKey: string): Promise<PushSubscriptionKeys | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key of the site.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  return keysOf(made);
}

/** What this browser is subscribed with, without asking the person; null when it is not, or no longer. */
export async function heldSubscription(): Promise<PushSubscriptionKeys | null> {
  if (pushSupport() !== 'ready') return null;
  const worker = await navigator.serviceWorker.getRegistration(PRIVATE_PATH);
  const held = await worker?.pushManager.getSubscription();
  // Chrome gives this address to a subscription that its service has ended.
  return held && !new URL(held.endpoint).hostname.endsWith('.invalid') ? keysOf(held) : null;
}

function keysOf(made: PushSubscription): PushSubscriptionKeys {
  const { endpoint, keys } = made.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('The browser has made no complete subscription.');
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

export async function unsubscribeDevice(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
