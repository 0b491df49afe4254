import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Sent } from './call';
import { readBody } from './read-body';
import { refusals } from './refusals';

const ANSWER_MS = 20_000;
const LONGEST_REFUSAL = 256 * 1024;

// PostgREST may close a kept-alive connection just as a request goes out, and a POST cannot be sent again unasked. On
// one machine a new connection costs nothing.
const agent = new Agent({ keepAlive: false });

const NOT_PASSED_BACK = ['connection', 'keep-alive', 'transfer-encoding'];

interface Upstream {
  readonly port: number;
  readonly anonKey: string;
  readonly callerAddress: string;
}

/**
 * Sends the checked parts of a request to PostgREST, as role anon or as an owner, and its answer to the visitor.
 * Rejects when PostgREST does not answer, or reports that the database connection was lost.
 */
export async function forward(sent: Partial<Sent>, upstream: Upstream, response: ServerResponse): Promise<void> {
  const answer = await send(upstream, sent);
  const status = answer.statusCode ?? 0;
  const refusal = status >= 400 ? ((await readBody(answer, LONGEST_REFUSAL)) ?? Buffer.alloc(0)) : null;
  if (refusal && status === 400 && isBrokenOff(refusal)) throw new Error('The database broke off');
  if (status >= 500 && status !== 503) throw new Error(`PostgREST answered ${status} ${codeOf(refusal)}`);
  const headers = status === 503 ? { ...refusals.unavailable.headers, ...answer.headers } : { ...answer.headers };
  for (const name of NOT_PASSED_BACK) delete headers[name];
  response.writeHead(status, headers);
  if (refusal) response.end(refusal);
  else await pipeline(answer, response);
}

/** Any answer from the database counts as reachable. */
export async function isDatabaseReachable(upstream: Upstream): Promise<boolean> {
  const question = { method: 'GET', path: '/contacts', query: 'limit=0', body: '' };
  const answer = await send(upstream, question).catch(() => null);
  answer?.resume();
  return (answer?.statusCode ?? 500) < 500;
}

/** The closed days from today on, yyyy-MM-dd, in order. */
export async function askClosedDays(upstream: Upstream): Promise<readonly string[]> {
  const answer = await send(upstream, { method: 'GET', path: '/rpc/closed_days', body: '' });
  const body = (await readBody(answer, LONGEST_REFUSAL))?.toString() ?? '';
  if (answer.statusCode !== 200) throw new Error(`PostgREST answered ${answer.statusCode} to closed_days`);
  return JSON.parse(body);
}

// PostgREST reports a connection lost during a statement as a 400 without a code.
function isBrokenOff(refusal: Buffer): boolean {
  try {
    const { code, message } = JSON.parse(refusal.toString());
    return code === '' && message === '';
  } catch {
    return false;
  }
}

function codeOf(refusal: Buffer | null): string {
  return /"code":"(\w{1,20})"/.exec(refusal?.toString() ?? '')?.[1] ?? 'without a code';
}

function send(upstream: Upstream, sent: Partial<Sent>): Promise<IncomingMessage> {
  const { method, path, body } = sent;
  if (method === undefined || path === undefined || body === undefined) {
    throw new Error('The request was not checked to its end');
  }
  const headers = {
    authorization: `Bearer ${sent.accessToken ?? upstream.anonKey}`,
    'x-forwarded-for': upstream.callerAddress,
    'content-length': Buffer.byteLength(body),
    'content-type': 'application/json',
    accept: sent.accept ?? 'application/json',
    ...(sent.prefer === undefined ? {} : { prefer: sent.prefer }),
    ...(sent.clientInfo === undefined ? {} : { 'x-client-info': sent.clientInfo }),
  };
  const target = sent.query ? `${path}?${sent.query}` : path;
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: upstream.port,
      method,
      path: target,
      headers,
      agent,
      timeout: ANSWER_MS,
    };
    const outgoing = request(options);
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error(`No answer within ${ANSWER_MS / 1000} s`)));
    outgoing.end(body);
  });
}
