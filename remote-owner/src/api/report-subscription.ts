import { heldSubscription, type PushState } from './device-push';
import type { OwnerApi } from './owner-api';

/**
 * Compares what the site believes of this browser with what it holds: its service renews the address, or ends it, without a
 * word. @returns the state after a change
 */
export async function reportSubscription(api: OwnerApi): Promise<PushState | null> {
  // Who turned notifications off, or signed in anew, has not asked for them.
  if (!(await api.call('owner_push', {})).isOn) return null;
  const held = await heldSubscription();
  return held ? api.call('owner_add_push', held) : api.call('owner_remove_push', {});
}
