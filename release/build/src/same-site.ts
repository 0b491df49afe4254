import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:net';

/** The address that development servers listen on: this machine's origins, unless HOST names another one. */
export const hostToListenOn = (host = process.env.HOST) => host || '127.0.0.1';

const ANY_ADDRESS = ['0.0.0.0', '::'];

export const developmentOrigin = (port: number, host = process.env.HOST) =>
  urlOf(host && !ANY_ADDRESS.includes(host) ? host : 'localhost', port).origin;

export const localNames = (host = process.env.HOST) => [
  'localhost',
  '127.0.0.1',
  '::1',
  ...(host ? [host.toLowerCase()] : []),
];

type DevRequest = Pick<IncomingMessage, 'method' | 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'localPort'>;
};

/**
 * Whether a request comes from a page of this site in development, or from a program, which names no page. Every
 * other page that the developer visits can send requests here too, also under a name of its origins that leads to
 * this machine.
 * @param pagePort port of the pages that load the server's files; by default its origins
 */
export function isSameSiteRequest(
  { method, headers, socket }: DevRequest,
  pagePort = socket.localPort,
  host = process.env.HOST,
): boolean {
  const origins = localNames(host).map((name) => urlOf(name, pagePort ?? 0));
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': target } = headers;
  const page = headers.origin ?? headers.referer;
  if (!origins.some(({ hostname }) => hostname === parse(`http://${headers.host}`)?.hostname)) return false;
  if (site === 'same-origin' || site === 'none') return true;
  // A link in a mail opens a page, and the page with the link cannot read it.
  if (method === 'GET' && mode === 'navigate' && target === 'document') return true;
  if (page === undefined) return site === undefined;
  return origins.some(({ origin }) => origin === parse(page)?.origin);
}

const urlOf = (name: string, port: number) => new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`);

const parse = (text: string) => (URL.canParse(text) ? new URL(text) : null);

/** A server has one address, and some browsers try ::1 first for localhost: these connections reach it too. */
export function listenOnIpv6(server: Server, port: number, host = process.env.HOST): void {
  if (host) return;
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  other.on('error', (error: NodeJS.ErrnoException) => {
    // A machine without IPv6 has no such address.
    if (!/^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(error.code ?? '')) throw error;
  });
  other.listen({ port, host: '::1' });
  server.once('close', () => other.close());
}
