import type { ServedPage } from '../serve/composed-pages';

/** One page for every path, for development: no policy stands in the way of hot reload. */
export const fixedPage = (html: string) => {
  const identity = Buffer.from(html);
  const page: ServedPage = {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    contentSecurityPolicy: '',
    etag: '',
    body: { identity },
  };
  return async () => page;
};
