import type { OwnerApi } from '../api/owner-api';
import { pageOf } from '../api/request-pages';
import { currentView } from '../view/view';

/** Requests the list while the first screen is rendered. */
export function callListAhead(api: OwnerApi) {
  const { tab, request, filter, search } = currentView();
  if (tab === 'demandes' && !request) api.callAhead('owner_requests', pageOf(filter, search, null));
}
