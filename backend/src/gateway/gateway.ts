import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Auth } from '../auth/auth';
import { clientAddress, networkOfAddress } from '../client-address';
import type { DatabasePool } from '../database/pool';
import type { Feed } from '../feed/feed';
import { reasonOf, UserError } from '../user-error';
import { answerAuth } from './answer-auth';
import { answerClosedDays } from './answer-closed-days';
import { answerFeed, isFeedTarget } from './answer-feed';
import type { Call, Check } from './call';
import { AUTH_CHECKS, isAuthTarget } from './checks/auth-checks';
import { CHECKS } from './checks/checks';
import { createFairQueue, QueueFullError } from './fair-queue';
import { createMinuteLog, type MinuteLog } from './minute-log';
import { readBody } from './read-body';
import { type Answer, type Refusal, refusals, send } from './refusals';
import { askClosedDays, mayStore, runCall } from './run-call';
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
/** Fewer at once than the pool has connections, which does not know whose turn it is. */
const CALLS_AT_ONCE = { inAll: 10, perKey: 5, waitingPerKey: 50 };

interface GatewayOptions {
  readonly port: number;
  readonly pool: DatabasePool;
  readonly anonKey: string;
  readonly jwtSecret: string;
  readonly auth: Auth;
  readonly feed: Feed;
  readonly trustedProxies: number;
  readonly siteOrigin?: string | undefined;
  readonly perAddress?: number | undefined;
  /** False while the database's disk is full. */
  readonly mayWrite: () => Promise<boolean>;
}

export interface Gateway {
  readonly url: string;
  /** Stops accepting requests. Resolves when those in progress are answered. */
  stop(): Promise<void>;
}

/**
 * Runs the calls listed in calls.ts, as role anon or as an owner with a token, if they have this install's key. Answers
 * /auth/v1 and private calendars too.
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
    answer(request, response, { ...options, ...shared, checks, log }).then(
      (answered) => send(response, answered),
      (error: unknown) => {
        if (error instanceof QueueFullError) return send(response, refusals.tooMany);
        const reason = reasonOf(error);
        if (!response.destroyed) log(reason, `Backend: ${request.method} failed: ${reason}`);
        send(response, refusals.unavailable);
      },
    );
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

async function answer(request: IncomingMessage, response: ServerResponse, options: AnswerOptions): Promise<Answer> {
  const { pool, mayWrite } = options;
  const address = clientAddress({
    forwardedFor: request.headersDistinct['x-forwarded-for']?.join(','),
    socketAddress: request.socket.remoteAddress,
    proxies: options.trustedProxies,
  });
  if (request.method === 'GET' && request.url === HEALTH) {
    if (!(await mayWrite())) return refusals.diskFull;
    return (await options.isHealthy.get(() => mayStore(pool))) ? { status: 200, body: {} } : refusals.unavailable;
  }
  const inTurn = (task: () => Promise<Answer>) =>
    options.inTurn(
      networkOfAddress(address),
      // A caller that went away while waiting needs no answer.
      async (): Promise<Answer> => (response.destroyed ? refusals.unavailable : task()),
    );
  if (isFeedTarget(request.url)) return inTurn(() => answerFeed(request, options.feed));

  const call = callOf(request, options);
  const isAuth = isAuthTarget(call.target);
  const refusal = await firstRefusal(call, isAuth ? AUTH_CHECKS : options.checks);
  setOriginHeaders(call, response);
  if (refusal?.advice) options.log(`${refusal.status}`, `Backend: ${refusal.advice}`);
  if (refusal) return refusal;
  if (!(await mayWrite())) return refusals.diskFull;
  if (call.allowed?.method === 'GET') {
    return answerClosedDays(call, await options.closedDays.get(() => askClosedDays(pool)));
  }
  const answered = await inTurn(() =>
    isAuth ? answerAuth(call, options.auth, address) : runCall(pool, call, { ...options, address }),
  );
  // An owner may have changed the days.
  if (call.claims) options.closedDays.forget();
  return answered;
}

function setOriginHeaders({ headers, allowedOrigin }: Call, response: ServerResponse): void {
  if (headers.origin !== undefined) response.setHeader('vary', 'origin');
  if (!allowedOrigin) return;
  response.setHeader('access-control-allow-origin', allowedOrigin);
  // auth-js reads an error's code by this version.
  response.setHeader('access-control-expose-headers', 'x-supabase-api-version, retry-after');
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
