import { FEED_PATH } from '@site/contract/addresses';

export interface RequestTarget {
  /** Begins with a slash, neither URL-decoded nor resolved. */
  readonly path: string;
  readonly query: string;
}

const ABSOLUTE = /^https?:\/\/[^/?#\\]+/i;
const PATH_AND_QUERY = /^(\/[^?]*)?(\?.*)?$/;
/** Visible ASCII without the two characters that URL parsers disagree on. */
const ALLOWED = /^(?![^?]*\\)[\x21-\x22\x24-\x7e]*$/;

/** The target is not resolved: as URLs, `//host` and `/\host` would name another server. Null for other forms. */
export function readTarget(target: string): RequestTarget | null {
  const rest = target.replace(ABSOLUTE, '');
  const isAbsolute = rest !== target;
  const [whole, path = isAbsolute ? '/' : '', query = ''] = PATH_AND_QUERY.exec(rest) ?? [];
  return whole !== undefined && path !== '' && ALLOWED.test(path + query) ? { path, query } : null;
}

export function withoutSlashes(path: string): string {
  let [from, to] = [0, path.length];
  while (path[from] === '/') from += 1;
  // A regular expression takes quadratic time for many slashes before another character.
  while (to > from && path[to - 1] === '/') to -= 1;
  return `/${path.slice(from, to)}`;
}

const UNRESERVED = /[A-Za-z0-9._~-]/;

/** Decodes the characters that an address never has to encode (RFC 3986, section 2.3). */
export const decodeUnreserved = (path: string): string =>
  path.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return UNRESERVED.test(character) ? character : encoded;
  });

/** The path without secrets, for logs: the name of a private calendar is secret. */
export const pathForLog = (path: string): string => (path.startsWith(FEED_PATH) ? `${FEED_PATH}…` : path);
