import type { OwnerApi } from '../api/owner-api';
import { pageOf } from '../api/request-pages';
import { currentView } from '../view/view';

export const loadSignedIn = async () => (await import('../view/signed-in')).SignedIn;

/** Requests the first screen's code and list in parallel: on a phone each request takes a round trip. */
export function openAhead(api: OwnerApi) {
  const { tab, request, filter, search } = currentView();
  if (tab === 'demandes' && !request) api.callAhead('owner_requests', pageOf(filter, search, null));
  for (const load of [loadSignedIn, () => import('../requests/requests-view')]) load().catch(() => undefined);
}
