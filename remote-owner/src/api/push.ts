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
