import type { Backend } from '@site/contract/host';
import { todayInParis } from '@site/shared-ui';
import { callManaged } from '../api/managed-request';
import { readSecret } from '../api/opened-link';
import { statusOf } from '../content/manage';

/** Reads the request that this tab has a link to, with its state in words, if its calendar entries have that id. */
export async function readKeptRequest(backend: Backend, calendarId: string) {
  const linkSecret = readSecret();
  if (!linkSecret) return undefined;
  const kept = await callManaged(backend, 'manage_request', { secret: linkSecret });
  const isSame = kept.ok && kept.value.days.some(({ uid }) => uid.startsWith(calendarId));
  return isSame ? { linkSecret, state: statusOf(kept.value, todayInParis()) } : undefined;
}
