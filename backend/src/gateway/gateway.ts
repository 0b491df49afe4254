import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Auth } from '../auth/auth';
import { clientAddress, networkOfAddress } from '../client-address';
import type { Feed } from '../feed/feed';
import { reasonOf, UserError } from '../user-error';
import { answerAuth } from './answer-auth';
import { answerClosedDays, isForClosedDays } from './answer-closed-days';
import { answerFeed, isFeedTarget } from './answer-feed';
import type { Call, Check } from './call';
import { AUTH_CHECKS, isAuthTarget } from './checks/auth-checks';
import { CHECKS } from './checks/checks';
import { createFairQueue } from './fair-queue';
import { askClosedDays, forward, isDatabaseReachable } from './forward';
import { createMinuteLog, type MinuteLog } from './minute-log';
import { readBody } from './read-body';
import { type Refusal, refusals, refuse } from './refusals';
import { shareAnswer } from './shared-answer';

const HOST = '127.0.0.1';
/** Outside /rest/v1, so that the site's server does not forward it. */
const HEALTH = '/health';
const SLOWEST_REQUEST_MS = 20_000;
/** Longer than a proxy keeps an idle connection, so that the proxy closes it first. */
const KEEP_ALIVE_MS = 65_000;
const HEALTH_MS = 1000;
/** The same as `max-age` in the answer. */
const CLOSED_DAYS_MS = 60_000;
/** The embedded database answers one after another, so that more would wait in the order of arrival. */
const CALLS_AT_ONCE = { inAll: 10, perKey: 5 };

interface GatewayOptions {
  readonly port: number;
  /** Null while the database and PostgREST are restarting. */
  readonly restPort: () => number | null;
  readonly anonKey: string;
  readonly jwtSecret: string;
  readonly auth: Auth;
  readonly feed: Feed;
  readonly trustedProxies: number;
  readonly siteOrigin?: string | undefined;
  /** False while the database's disk is full. */
  readonly mayWrite: () => Promise<boolean>;
}

export interface Gateway {
  readonly url: string;
  /** Stops accepting requests. Resolves when those in progress are answered. */
  stop(): Promise<void>;
}

/**
 * Forwards the calls listed in calls.ts to PostgREST, as role anon or as an owner with a token, if they have this
 * install's key. Answers /auth/v1 and private calendars itself.
 * @param checks tests leave one out
 * @throws UserError when the port is taken
 */
export async function startGateway(options: GatewayOptions, checks: readonly Check[] = CHECKS): Promise<Gateway> {
  const server = createServer({ requestTimeout: SLOWEST_REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS });
  const log = createMinuteLog((line) => console.error(line));
  const shared: Shared = {
    isHealthy: shareAnswer(HEALTH_MS),
    closedDays: shareAnswer(CLOSED_DAYS_MS),
    inTurn: createFairQueue(CALLS_AT_ONCE),
  };
  server.on('request', (request, response) => {
    answer(request, response, { ...options, ...shared, checks, log }).catch((error: unknown) => {
      const reason = reasonOf(error);
      if (!response.destroyed) log(reason, `Backend: ${request.method} failed: ${reason}`);
      refuse(response, refusals.unavailable);
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

/** What all calls share, so that none of them can keep the database from the others. */
interface Shared {
  readonly isHealthy: ReturnType<typeof shareAnswer<boolean>>;
  readonly closedDays: ReturnType<typeof shareAnswer<readonly string[]>>;
  readonly inTurn: ReturnType<typeof createFairQueue>;
}

interface AnswerOptions extends GatewayOptions, Shared {
  readonly checks: readonly Check[];
  readonly log: MinuteLog;
}

async function answer(request: IncomingMessage, response: ServerResponse, options: AnswerOptions): Promise<void> {
  const { checks, log } = options;
  const { headers, socket } = request;
  const caller = clientAddress({
    forwardedFor: request.headersDistinct['x-forwarded-for']?.join(','),
    socketAddress: socket.remoteAddress,
    proxies: options.trustedProxies,
  });
  const port = options.restPort();
  if (port === null) return refuse(response, refusals.unavailable);
  const upstream = { port, anonKey: options.anonKey, callerAddress: caller };
  if (request.method === 'GET' && request.url === HEALTH) {
    if (!(await options.mayWrite())) return refuse(response, refusals.diskFull);
    const isHealthy = await options.isHealthy.get(() => isDatabaseReachable(upstream));
    return refuse(response, isHealthy ? { status: 200, body: {} } : refusals.unavailable);
  }
  const inTurn = (task: () => Promise<void>) =>
    options.inTurn(networkOfAddress(caller), async () => {
      // A caller that went away while waiting needs no answer.
      if (!response.destroyed) await task();
    });
  if (isFeedTarget(request.url)) return inTurn(() => answerFeed(request, response, options.feed));

  const call = callOf(request, options);
  const isAuth = isAuthTarget(call.target);
  const refusal = await firstRefusal(call, isAuth ? AUTH_CHECKS : checks);
  if (headers.origin !== undefined) response.setHeader('vary', 'origin');
  if (call.allowedOrigin) {
    response.setHeader('access-control-allow-origin', call.allowedOrigin);
    // auth-js reads an error's code by this version.
    response.setHeader('access-control-expose-headers', 'x-supabase-api-version, retry-after');
  }
  if (refusal?.advice) log(`${refusal.status}`, `Backend: ${refusal.advice}`);
  if (refusal) return refuse(response, refusal);
  if (!(await options.mayWrite())) return refuse(response, refusals.diskFull);
  if (isForClosedDays(call)) {
    return answerClosedDays(call, await options.closedDays.get(() => askClosedDays(upstream)), response);
  }
  await inTurn(async () => {
    if (isAuth) return refuse(response, await answerAuth(call, options.auth, caller));
    await forward(call.sent, upstream, response);
  });
  // An owner may have changed the days.
  if (call.sent.accessToken !== undefined) options.closedDays.forget();
}

function callOf(request: IncomingMessage, { anonKey, jwtSecret, siteOrigin }: GatewayOptions): Call {
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headersDistinct,
    anonKey,
    jwtSecret,
    siteOrigin,
    receive: (limit) => readBody(request, limit),
    sent: {},
  };
}

async function firstRefusal(call: Call, checks: readonly Check[]): Promise<Refusal | undefined> {
  for (const { run } of checks) {
    const refusal = await run(call);
    if (refusal) return refusal;
  }
  return undefined;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new UserError(`BACKEND_PORT ${port} cannot be used (${reasonOf(cause)}): choose another.`, { cause }));
    });
    server.listen(port, HOST, resolve);
  });
}
