import { UserError } from '../user-error';

/** Whether a word that was typed is the address of a site, and not an id or a name. */
export const isAddress = (text: string) => /^https?:/i.test(text);

/**
 * The origin of a site, as in https://www.example.fr.
 * @throws UserError for what else an address can hold, and where a token would travel in plain text
 */
export function readSiteOrigin(flag: string, text: string): string {
  if (!URL.canParse(text)) {
    throw new UserError(`--${flag} is ${JSON.stringify(text)}: write the address of a site, as in ${EXAMPLE}.`);
  }
  const { username, password, protocol, origin, hostname, pathname, search, hash } = new URL(text);
  if (username || password) throw new UserError(`--${flag} holds a password: leave it out, a token opens the site.`);
  if (pathname !== '/' || search || hash) {
    throw new UserError(`--${flag} is more than the address of a site: write it as ${origin}.`);
  }
  if (protocol === 'https:' || isLoopback(hostname)) return origin;
  throw new UserError(`--${flag} is ${origin}: a token is not sent in plain text to another machine. Use https.`);
}

/** Whether what is sent there stays on this machine. */
export const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

const EXAMPLE = 'https://www.example.fr';
