import { readStatus, type SiteStatus } from '@site/release-core/operations/read-status';
import type { Store } from '@site/release-core/store/store';
import { type FailuresFound, readFailures } from './failures';

export type Status = SiteStatus & FailuresFound;

/** @throws UserError when the store is empty */
export async function statusWithFailures(place: { readonly store: Store; readonly root: string }): Promise<Status> {
  return { ...(await readStatus(place.store)), ...(await readFailures(place)) };
}
