import { heldSubscription } from './device-push';
import type { OwnerApi } from './owner-api';

/** Tells the site the present address of this browser, which its service renews without a word. */
export async function reportSubscription(api: OwnerApi): Promise<void> {
  const held = await heldSubscription();
  // Who turned notifications off, or signed in anew, has not asked for them.
  if (held && (await api.call('owner_push', {})).isOn) await api.call('owner_add_push', held);
}
