/** Ids of the requests in a digest, by which `erase` finds its file. */
export const REQUESTS_HEADER = 'X-Requests';
