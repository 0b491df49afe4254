import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { LimitedLog } from '@site/backend/limited-log';
import { HeldError } from '@site/release-core/changes/holds';
import { FactsError } from '@site/release-core/config/site-config';
import { CLOSED_POLICY } from '@site/release-core/content-policy';
import { type Grant, grantsIn } from '@site/release-core/store/grants';
import { DiskFullError, StoreAwayError, UserError } from '@site/release-core/user-error';
import { RELEASE_INTERFACE } from '@site/release-core/wire/protocol';
import { endAfterUpload } from '../http/proxy';
import type { RequestTarget } from '../http/request-target';
import { createRateLimit } from '../http/traffic-limits';
import { type AskOwner, authenticateWith, mayBeOwner, type VerifyIdentity } from './authenticate';
import type { ServedSiteAccess } from './commands';
import { LIMITS, type Limits } from './limits';
import { ProblemError } from './problem-error';
import type { Reply } from './request';
import { findRoute, routesOf } from './routes';

interface ReleaseInterfaceOptions extends ServedSiteAccess {
  readonly proxies: number;
  readonly verifyIdentity: VerifyIdentity;
  readonly askOwner: AskOwner;
  readonly log: LimitedLog;
  readonly limits?: Limits;
  readonly uploadRefusal?: string | null;
}

/** Resolves to false when it does not answer: for other paths, and without any grant except to signed-in users. */
type ReleaseInterface = (request: IncomingMessage, response: ServerResponse, target: RequestTarget) => Promise<boolean>;

export function createReleaseInterface(options: ReleaseInterfaceOptions): ReleaseInterface {
  const { store, log, limits = LIMITS } = options;
  const grants = grantsIn(store.blobs);
  const authenticate = authenticateWith({ ...options, limits });
  const requests = createRateLimit(limits.requestsPerMinute);
  const routes = routesOf(options, limits, options.uploadRefusal ?? null);

  async function reply(request: IncomingMessage, path: string, onGrant: (grant: Grant) => void): Promise<Reply> {
    const isExchange = request.method === 'POST' && path === '/identity';
    const { grant, identity } = await authenticate(request, isExchange);
    onGrant(grant);
    const retryAfter = requests.take(grant.id);
    if (retryAfter > 0) {
      throw new ProblemError('too-many', `Wait ${retryAfter} seconds, then go on.`, { retryAfter });
    }
    const { route, words } = findRoute(routes, request.method ?? '', path);
    return route.handle({ request, grant, identity, words, limits });
  }

  return async (request, response, { path }) => {
    if (path !== RELEASE_INTERFACE && !path.startsWith(`${RELEASE_INTERFACE}/`)) return false;
    if (!(await grants.hasAny()) && !mayBeOwner(request)) return false;
    let team = 'no grant';
    const note = (line: string) => log(`interface ${team}`, `Release interface, ${team}: ${line}`);
    try {
      const { did, ...answer } = await reply(request, path.slice(RELEASE_INTERFACE.length) || '/', ({ id, to }) => {
        team = `${to} (${id})`;
      });
      if (did) note(`${did}.`);
      send(request, response, answer);
    } catch (error) {
      const problem = problemOf(error);
      const { word, status } = problem;
      if (word === 'failed') note(`${request.method} ${path} failed. ${inspect(error)}`);
      else if (response.destroyed) note(`${request.method} ${path.slice(0, 200)} was left by its caller.`);
      else note(`${request.method} ${path.slice(0, 200)} answered ${status} ${word}.`);
      if (!response.destroyed) sendProblem(request, response, problem);
    }
    return true;
  };
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof DiskFullError) return new ProblemError('no-room', error.message);
  if (error instanceof StoreAwayError) return new ProblemError('unavailable', error.message, { retryAfter: 5 });
  if (error instanceof FactsError) return new ProblemError('refused', error.message, { facts: error.refusals });
  if (error instanceof HeldError) return new ProblemError('held', error.message, { holds: error.holds });
  if (error instanceof UserError) return new ProblemError('refused', error.message);
  return new ProblemError('failed', "Something went wrong here: the log of the site's machine says what.");
}

function sendProblem(request: IncomingMessage, response: ServerResponse, problem: ProblemError) {
  const { word, more, status, document } = problem;
  if (word === 'unauthenticated') response.setHeader('WWW-Authenticate', 'Bearer realm="release"');
  if (more.retryAfter) response.setHeader('Retry-After', more.retryAfter);
  if (more.allow) response.setHeader('Allow', more.allow);
  response.setHeader('Content-Type', 'application/problem+json');
  finish(request, response, { status, bytes: Buffer.from(JSON.stringify(document)) });
}

function send(request: IncomingMessage, response: ServerResponse, { status, body }: Omit<Reply, 'did'>) {
  const isBytes = Buffer.isBuffer(body);
  if (body !== undefined) response.setHeader('Content-Type', isBytes ? 'application/octet-stream' : 'application/json');
  const bytes = isBytes ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body));
  finish(request, response, { status, bytes });
}

interface SerializedReply {
  readonly status: number;
  readonly bytes: Buffer;
}

function finish(request: IncomingMessage, response: ServerResponse, { status, bytes }: SerializedReply) {
  response.setHeader('Content-Security-Policy', CLOSED_POLICY);
  response.setHeader('Cache-Control', 'no-store');
  if (!request.complete) response.setHeader('Connection', 'close');
  response.writeHead(status, status === 204 ? {} : { 'Content-Length': bytes.length });
  response.write(bytes);
  if (request.complete) response.end();
  else endAfterUpload(request.resume(), response);
}
