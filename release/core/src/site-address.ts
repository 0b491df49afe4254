import { UserError } from './user-error';

export const isAddress = (text: string) => /^https?:/i.test(text);

/** @param name the flag or variable that gives it; @throws UserError when the address has more than an origin, or would send a token in plain text */
export function readSiteOrigin(name: string, text: string): string {
  if (!URL.canParse(text)) {
    throw new UserError(`${name} is ${JSON.stringify(text)}: write the address of a site, as in ${EXAMPLE}.`);
  }
  const { username, password, protocol, origin, hostname, pathname, search, hash } = new URL(text);
  if (username || password) throw new UserError(`${name} holds a password: leave it out, a token opens the site.`);
  if (pathname !== '/' || search || hash) {
    throw new UserError(`${name} is more than the address of a site: write it as ${origin}.`);
  }
  if (protocol === 'https:' || isLoopback(hostname)) return origin;
  throw new UserError(`${name} is ${origin}: a token is not sent in plain text to another machine. Use https.`);
}

export const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Anyone on the way can change answers over plain http, so it is accepted for this machine only. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username || password || search || hash) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const EXAMPLE = 'https://www.example.fr';
