import type { ServedPage } from '../serve/composed-pages';

/** One page for every path, without a policy, which would block hot reload. */
export const fixedPage = (html: string) => {
  const identity = Buffer.from(html);
  const page: ServedPage = {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    contentSecurityPolicy: '',
    tag: null,
    body: { identity },
  };
  return async () => page;
};
