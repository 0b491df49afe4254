import type { Filter, OwnerCalls } from './wire';

/** Four screens of a phone. More requests would delay the first one on a slow connection. */
const FIRST_PAGE = 15;
const PAGE = 50;

/** Arguments for one page of the list. @param before `next` of the preceding page; null for the first */
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
