import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reasonOf } from '@site/terminal/program';
import { createLimitedLog } from './limited-log';
import { refusals, sendResponse } from './refusals';
import { createRequestHandler, type HandlerOptions } from './request-handler';

const HOST = '127.0.0.1';
const SLOWEST_REQUEST_MS = 20_000;
/** Longer than a proxy keeps an idle connection, so that the proxy closes it first. */
const KEEP_ALIVE_MS = 65_000;

interface GatewayOptions extends HandlerOptions {
  readonly port: number;
}

export interface Gateway {
  readonly url: string;
  /** Stops accepting requests. Resolves when those in progress are answered. */
  stop(): Promise<void>;
}

/**
 * Starts the server before the database. It runs the calls of calls.ts that have the public key: as role `anon`, or
 * with an owner's access token as `authenticated`. It also answers /auth/v1 and the addresses of owners' calendars.
 * @throws Node's error when the port is taken
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const server = createServer({ requestTimeout: SLOWEST_REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS });
  const log = createLimitedLog();
  const handle = createRequestHandler(options, log);
  server.on('request', (request, response) => {
    handle(request, response).then(
      (result) => sendResponse(response, result),
      (error: unknown) => {
        const reason = reasonOf(error);
        if (!response.destroyed) log(reason, `Backend: ${request.method} failed: ${reason}`);
        sendResponse(response, refusals.unavailable);
      },
    );
  });
  await once(server.listen(options.port, HOST), 'listening');
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
