import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { LimitedLog } from '@site/backend/limited-log';
import { pathForLog, type RequestTarget } from './request-target';

/** Longer than the form's time-out, so that the form gives up first. */
const BACKEND_TIMEOUT_MS = 20_000;
const RETRY_AFTER_SECONDS = '5';
/** Shorter than the backend keeps an idle connection, so that it never closes one that a call is just using. */
const IDLE_MS = 30_000;

const HOP_BY_HOP = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** The backend trusts one entry of `X-Forwarded-For` per configured proxy, and ignores entries that a caller sent. */
export function proxyTo(backendUrl: string, log: LimitedLog) {
  // It is read once, so that no request can name another server.
  const { hostname: host, port } = new URL(backendUrl);
  // Connections have no limit: calls that wait here would wait in the order of arrival, and the backend is fair.
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  return async (request: IncomingMessage, response: ServerResponse, { path, query }: RequestTarget) => {
    const { method = 'GET' } = request;
    const loggedPath = pathForLog(path);
    const upstream = httpRequest({
      agent,
      host,
      port,
      method,
      path: path + query,
      headers: headersFor(request),
      timeout: BACKEND_TIMEOUT_MS,
    });
    upstream.on('timeout', () => upstream.destroy(new Error('no answer in time')));
    response.once('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    try {
      const answer = await answerOf(upstream, request);
      response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.headers));
      await pipeline(answer, response, { end: false });
      if (request.complete) return void response.end();
      upstream.destroy();
      endAfterUpload(request, response);
    } catch (error) {
      if (response.destroyed)
        return log('visitor', `${method} ${loggedPath}: the visitor went away before the answer.`);
      log('backend', `The backend did not answer ${method} ${loggedPath}: ${reasonOf(error)}.`);
      if (response.headersSent) return void response.destroy();
      response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': RETRY_AFTER_SECONDS });
      response.end(JSON.stringify({ code: 'BACKEND_AWAY', message: 'The backend does not answer.' }));
    }
  };
}

/** Sends the body until the backend answers, which may be before the body ends. */
function answerOf(upstream: ClientRequest, request: IncomingMessage): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    upstream.once('response', (answer) => {
      request.unpipe(upstream).resume();
      resolve(answer);
    });
    upstream.on('error', reject);
    request.pipe(upstream);
  });
}

function headersFor(request: IncomingMessage) {
  const callers = [request.headers['x-forwarded-for'], request.socket.remoteAddress].flat().filter(Boolean).join(', ');
  const headers: IncomingHttpHeaders = { ...withoutHopByHop(request.headers), 'x-forwarded-for': callers };
  const hasUnknownLength = request.headers['transfer-encoding'] !== undefined;
  return hasUnknownLength ? { ...headers, 'transfer-encoding': 'chunked' } : headers;
}

const reasonOf = (error: unknown) => (error as Partial<Error> | null)?.message ?? String(error);

const withoutHopByHop = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));

const MAX_DROPPED_BYTES = 8 * 1024 * 1024;

/** Waits for the end of the upload: closing the connection earlier can lose the answer. */
export function endAfterUpload(request: IncomingMessage, response: ServerResponse) {
  let dropped = 0;
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MAX_DROPPED_BYTES) request.destroy();
  });
  request.once('end', () => response.end());
}
