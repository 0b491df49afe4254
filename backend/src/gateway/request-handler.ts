import type { IncomingMessage, ServerResponse } from 'node:http';
import { FEED_PATH } from '@site/contract/addresses';
import { type Feed, feedAnswer } from '@site/supabase/functions/_shared/mail/feed';
import { type Auth, AuthError, type AuthRoute, responseOf } from '../auth/auth';
import type { DatabasePool } from '../database/pool';
import type { MailRecords } from '../worker/mail-records';
import { type Call, type Check, headerOf } from './call';
import { AUTH_CHECKS, CHECKS, isAuthTarget } from './checks/checks';
import { clientAddress, networkOfAddress } from './client-address';
import type { LimitedLog } from './limited-log';
import { type GatewayResponse, type Refusal, refusals } from './refusals';
import { canStore, readClosedDays, runCall } from './run-call';
import { createFairQueue, createTtlCache } from './sharing';

/** Outside /rest/v1, so that the site's server does not forward it. */
const HEALTH = '/health';
const HEALTH_MS = 1000;
/** Equal to `max-age` in the answer. */
const CLOSED_DAYS_MS = 60_000;
/** Name servers are not asked more often. */
const MAIL_RECORDS_MS = 5000;
/** Calls of visitors after which a closed day may be open. */
const FREES_DAYS: ReadonlySet<string> = new Set(['manage_cancel', 'manage_give_up_day']);
/** Fewer than the connections of the pool: calls wait here, where each caller has its turn, and not in the pool. */
const CALLS_AT_ONCE = { inAll: 10, perKey: 5, waitingPerKey: 50 };

export interface HandlerOptions {
  readonly pool: DatabasePool;
  readonly anonKey: string;
  readonly jwtSecret: string;
  readonly auth: Auth;
  readonly feed: Feed;
  /** Asks name servers about the domain of the site's mails. */
  readonly mailRecords: () => Promise<MailRecords>;
  readonly trustedProxies: number;
  readonly siteOrigin?: string | undefined;
  readonly perNetwork?: number | undefined;
  /** False while the database's disk is full. */
  readonly mayWrite: () => Promise<boolean>;
}

/** The returned function sets headers for the request's origin. It rejects when the database does not answer. */
export function createRequestHandler(options: HandlerOptions, log: LimitedLog) {
  const { pool, mayWrite } = options;
  // Shared by all calls, so that none of them can keep the database from the others.
  const health = createTtlCache<boolean>(HEALTH_MS);
  const closedDays = createTtlCache<readonly string[]>(CLOSED_DAYS_MS);
  const mailRecords = createTtlCache<MailRecords>(MAIL_RECORDS_MS);
  const queue = createFairQueue(CALLS_AT_ONCE);

  async function handleHealth(): Promise<GatewayResponse> {
    if (!(await mayWrite())) return refusals.diskFull;
    return (await health.get(() => canStore(pool))) ? { status: 200, body: {} } : refusals.unavailable;
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<GatewayResponse> => {
    if (request.method === 'GET' && request.url === HEALTH) return handleHealth();
    const address = clientAddress({
      forwardedFor: request.headersDistinct['x-forwarded-for']?.join(','),
      socketAddress: request.socket.remoteAddress,
      proxies: options.trustedProxies,
    });
    const inTurn = async (task: () => Promise<GatewayResponse>): Promise<GatewayResponse> => {
      // A caller that went away while waiting needs no answer.
      const answer = async () => (response.destroyed ? refusals.unavailable : task());
      return (await queue(networkOfAddress(address), answer)) ?? refusals.tooMany;
    };
    if (isFeedTarget(request.url)) return inTurn(() => handleFeed(request, options.feed));

    const call = callOf(request, options);
    const isAuth = isAuthTarget(call.target);
    const refusal = await firstRefusal(call, isAuth ? AUTH_CHECKS : CHECKS);
    setOriginHeaders(call, response);
    if (refusal?.advice) log(`${refusal.status}`, `Backend: ${refusal.advice}`);
    if (refusal) return refusal;
    if (!(await mayWrite())) return refusals.diskFull;
    if (call.allowed?.method === 'GET') {
      return handleClosedDays(call, await closedDays.get(() => readClosedDays(pool)));
    }
    const result = await inTurn(() =>
      isAuth ? handleAuth(call, options.auth, address) : runCall(pool, call, { ...options, address }),
    );
    // An owner may have changed the days, and a visitor may have given up a confirmed one.
    if (call.claims || FREES_DAYS.has(call.resource?.name ?? '')) closedDays.clear();
    // The database has said whether the caller is an owner. It cannot ask name servers itself.
    const isAsked = call.resource?.name === 'owner_mail_records' && result.status === 200;
    return isAsked ? { status: 200, text: JSON.stringify(await mailRecords.get(options.mailRecords)) } : result;
  };
}

function setOriginHeaders({ headers, allowedOrigin }: Call, response: ServerResponse): void {
  if (headers.origin !== undefined) response.setHeader('vary', 'origin');
  if (!allowedOrigin) return;
  response.setHeader('access-control-allow-origin', allowedOrigin);
  // auth-js reads an error's code by this version.
  response.setHeader('access-control-expose-headers', 'x-supabase-api-version, retry-after');
}

function callOf(request: IncomingMessage, { anonKey, jwtSecret, siteOrigin }: HandlerOptions): Call {
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

// Answers contain tokens.
const HEADERS = { 'cache-control': 'no-store' };

async function handleAuth(call: Call, auth: Auth, caller: string): Promise<Refusal> {
  try {
    const result = await auth({
      method: call.method,
      route: call.resource?.name as AuthRoute,
      query: new URLSearchParams(call.query),
      body: call.fields ?? {},
      authorization: headerOf(call, 'authorization'),
      userAgent: headerOf(call, 'user-agent'),
      caller,
    });
    return { ...result, headers: HEADERS };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const { headers, ...refusal } = responseOf(error);
    return { ...refusal, headers: { ...headers, ...HEADERS } };
  }
}

/** The database lists the days that can be booked at all, so a range only leaves some out. */
function handleClosedDays({ query }: Call, days: readonly string[]): GatewayResponse {
  const range = new URLSearchParams(query);
  const [first, last] = [range.get('first') ?? '', range.get('last') ?? '9999-12-31'];
  const text = JSON.stringify(days.filter((day) => day >= first && day <= last));
  return { status: 200, text, headers: { 'cache-control': 'public, max-age=60' } };
}

const isFeedTarget = (target = ''): boolean => target.startsWith(FEED_PATH);

/** Answers with a private calendar. Its address is a secret: no error and no log may quote it. */
export async function handleFeed({ url = '', method = '' }: IncomingMessage, feed: Feed): Promise<GatewayResponse> {
  const [file = ''] = url.slice(FEED_PATH.length).split('?');
  return feedAnswer(feed, method, file);
}

/** The whole body, or null as soon as it exceeds `limit` bytes. Rejects when the client disconnects. */
async function readBody(message: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (Number(message.headers['content-length'] ?? 0) > limit) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  // Destroying the message would close the connection before the answer is sent.
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
