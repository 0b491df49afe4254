import type { Filter, OwnerCalls } from './wire';

/** Four screens of a phone. More requests would delay the first one on a slow connection. */
const FIRST_PAGE = 15;
const PAGE = 50;

/** Arguments of the list's pages. @param before of a further page, from the one before it */
export const pageOf = (
  filter: Filter,
  search: string,
  before: string | null,
): OwnerCalls['owner_requests']['args'] => ({
  filter,
  search,
  before,
  size: before === null ? FIRST_PAGE : PAGE,
});
