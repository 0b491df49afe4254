import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reasonOf, SetupError } from '../setup-error';
import { givenKey, isSameKey } from './api-key';
import { callerAddress } from './caller-address';
import { forward } from './forward';
import { BodyTooLargeError, readBody } from './read-body';
import { refusals, refuse } from './refusals';

const HOST = '127.0.0.1';
const BASE = '/rest/v1';
const LARGEST_BODY = 256 * 1024;
const SLOWEST_REQUEST_MS = 20_000;
/** Longer than a proxy in front keeps a connection, so that it is never the one to be cut off. */
const KEEP_ALIVE_MS = 65_000;

type GatewayOptions = {
  port: number;
  restPort: number;
  anonKey: string;
  trustedProxies: number;
  /** False while the database's disk is full. */
  mayWrite: () => Promise<boolean>;
};

export type Gateway = {
  url: string;
  /** Takes no more requests and resolves when those under way are answered. */
  stop(): Promise<void>;
};

/**
 * The door to PostgREST: only /rest/v1, only with this install's key, only as role anon.
 * @throws SetupError when the port is taken
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const server = createServer({ requestTimeout: SLOWEST_REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS });
  server.on('request', (request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      if (error instanceof BodyTooLargeError) response.setHeader('connection', 'close');
      else if (!response.destroyed) console.error(`Backend: ${request.method} failed: ${reasonOf(error)}`);
      refuse(response, error instanceof BodyTooLargeError ? refusals.tooLarge : refusals.unavailable);
    });
  });
  await listen(server, options.port);
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, options: GatewayOptions): Promise<void> {
  const { headers, method = 'GET', url = '/' } = request;
  if (!URL.canParse(url, 'http://gateway')) return refuse(response, refusals.noRoute);
  const { pathname, search, searchParams } = new URL(url, 'http://gateway');
  if (!pathname.startsWith(`${BASE}/`)) return refuse(response, refusals.noRoute);

  const key = givenKey(headers, searchParams);
  if (!key) return refuse(response, refusals.missingKey);
  if (!isSameKey(key, options.anonKey)) return refuse(response, refusals.wrongKey);
  searchParams.delete('apikey');
  const query = /[?&]apikey=/.test(search) ? `?${searchParams}` : search;

  const body = await readBody(request, LARGEST_BODY);
  if (!(await options.mayWrite())) {
    return refuse(response, refusals.diskFull);
  }
  const forwardedFor = headers['x-forwarded-for'];
  await forward(
    {
      port: options.restPort,
      method,
      path: pathname.slice(BASE.length) + query,
      headers,
      body,
      anonKey: options.anonKey,
      callerAddress: callerAddress(
        request.socket.remoteAddress ?? '',
        typeof forwardedFor === 'string' ? forwardedFor : forwardedFor?.join(','),
        options.trustedProxies,
      ),
    },
    response,
  );
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new SetupError(`BACKEND_PORT ${port} cannot be used (${reasonOf(cause)}): choose another.`, { cause }));
    });
    server.listen(port, HOST, resolve);
  });
}
