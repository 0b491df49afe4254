/** Lists the ids of a digest's requests, so that `erase` finds its file. */
export const REQUESTS_HEADER = 'X-Requests';
