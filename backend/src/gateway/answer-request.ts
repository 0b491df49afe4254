import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Auth } from '../auth/auth';
import { clientAddress, networkOfAddress } from '../client-address';
import type { DatabasePool } from '../database/pool';
import type { Feed } from '../feed';
import type { MailRecords } from '../mail-records';
import { answerAuth } from './answer-auth';
import { answerClosedDays } from './answer-closed-days';
import { answerFeed, isFeedTarget } from './answer-feed';
import type { Call, Check } from './call';
import { AUTH_CHECKS, isAuthTarget } from './checks/auth-checks';
import { createFairQueue } from './fair-queue';
import type { MinuteLog } from './minute-log';
import { readBody } from './read-body';
import { type Answer, type Refusal, refusals } from './refusals';
import { askClosedDays, mayStore, runCall } from './run-call';
import { shareAnswer } from './shared-answer';

/** Outside /rest/v1, so that the site's server does not forward it. */
const HEALTH = '/health';
const HEALTH_MS = 1000;
/** The same as `max-age` in the answer. */
const CLOSED_DAYS_MS = 60_000;
/** Name servers are not asked more often. */
const MAIL_RECORDS_MS = 5000;
/** Calls of visitors after which a closed day may be open. */
const FREES_DAYS: ReadonlySet<string> = new Set(['manage_cancel', 'manage_give_up_day']);
/** Fewer at once than the pool has connections, which does not know whose turn it is. */
const CALLS_AT_ONCE = { inAll: 10, perKey: 5, waitingPerKey: 50 };

export interface AnswerOptions {
  readonly pool: DatabasePool;
  readonly anonKey: string;
  readonly jwtSecret: string;
  readonly auth: Auth;
  readonly feed: Feed;
  /** What name servers know of the domain of the site's mails. */
  readonly mailRecords: () => Promise<MailRecords>;
  readonly trustedProxies: number;
  readonly siteOrigin?: string | undefined;
  readonly perAddress?: number | undefined;
  /** False while the database's disk is full. */
  readonly mayWrite: () => Promise<boolean>;
}

interface Checking {
  readonly checks: readonly Check[];
  readonly log: MinuteLog;
}

/** The returned function sets headers for the request's origin. It rejects when the database does not answer. */
export function createAnswers(options: AnswerOptions, { checks, log }: Checking) {
  const { pool, mayWrite } = options;
  // Shared by all calls, so that none of them can keep the database from the others.
  const health = shareAnswer<boolean>(HEALTH_MS);
  const closedDays = shareAnswer<readonly string[]>(CLOSED_DAYS_MS);
  const mailRecords = shareAnswer<MailRecords>(MAIL_RECORDS_MS);
  const queue = createFairQueue(CALLS_AT_ONCE);

  async function answerHealth(): Promise<Answer> {
    if (!(await mayWrite())) return refusals.diskFull;
    return (await health.get(() => mayStore(pool))) ? { status: 200, body: {} } : refusals.unavailable;
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<Answer> => {
    if (request.method === 'GET' && request.url === HEALTH) return answerHealth();
    const address = clientAddress({
      forwardedFor: request.headersDistinct['x-forwarded-for']?.join(','),
      socketAddress: request.socket.remoteAddress,
      proxies: options.trustedProxies,
    });
    const inTurn = (task: () => Promise<Answer>) =>
      queue(
        networkOfAddress(address),
        // A caller that went away while waiting needs no answer.
        async (): Promise<Answer> => (response.destroyed ? refusals.unavailable : task()),
      );
    if (isFeedTarget(request.url)) return inTurn(() => answerFeed(request, options.feed));

    const call = callOf(request, options);
    const isAuth = isAuthTarget(call.target);
    const refusal = await firstRefusal(call, isAuth ? AUTH_CHECKS : checks);
    setOriginHeaders(call, response);
    if (refusal?.advice) log(`${refusal.status}`, `Backend: ${refusal.advice}`);
    if (refusal) return refusal;
    if (!(await mayWrite())) return refusals.diskFull;
    if (call.allowed?.method === 'GET') {
      return answerClosedDays(call, await closedDays.get(() => askClosedDays(pool)));
    }
    const answer = await inTurn(() =>
      isAuth ? answerAuth(call, options.auth, address) : runCall(pool, call, { ...options, address }),
    );
    // An owner may have changed the days, and a visitor may have given up a confirmed one.
    if (call.claims || FREES_DAYS.has(call.resource?.name ?? '')) closedDays.forget();
    // The database has said whether the caller is an owner. It cannot ask name servers itself.
    const isAsked = call.resource?.name === 'owner_mail_records' && answer.status === 200;
    return isAsked ? { status: 200, text: JSON.stringify(await mailRecords.get(options.mailRecords)) } : answer;
  };
}

function setOriginHeaders({ headers, allowedOrigin }: Call, response: ServerResponse): void {
  if (headers.origin !== undefined) response.setHeader('vary', 'origin');
  if (!allowedOrigin) return;
  response.setHeader('access-control-allow-origin', allowedOrigin);
  // auth-js reads an error's code by this version.
  response.setHeader('access-control-expose-headers', 'x-supabase-api-version, retry-after');
}

function callOf(request: IncomingMessage, { anonKey, jwtSecret, siteOrigin }: AnswerOptions): Call {
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
