import type { Host } from '@site/contract/host';
import { callManaged, sendLinkAgain } from '../api/managed-request';
import { readSecret } from '../api/opened-link';
import { firstAhead, sentBefore, statusOf } from '../content/manage';

interface RequestKeys {
  /** The UIDs of the request's calendar entries begin with it. */
  readonly calendarId: string;
  readonly idempotencyKey: string;
}

interface FoundRequest {
  readonly linkSecret?: string;
  readonly state?: string;
}

/** The link and the state of a request that was sent before. Has the link mailed if this tab does not know it. */
export async function readStoredRequest(
  { backend, site }: Host,
  { calendarId, idempotencyKey }: RequestKeys,
): Promise<FoundRequest> {
  const linkSecret = readSecret();
  const outcome = linkSecret ? await callManaged(backend, 'manage_request', { secret: linkSecret }) : undefined;
  if (linkSecret && outcome?.ok && outcome.value.days.some(({ uid }) => uid.startsWith(calendarId)))
    return { linkSecret, state: `${statusOf(outcome.value, firstAhead(site))}.` };
  return { state: (await sendLinkAgain(backend, idempotencyKey)) ? sentBefore.mailed : sentBefore.notMailed };
}
