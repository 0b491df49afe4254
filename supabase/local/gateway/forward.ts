import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { readBody } from './read-body';

const ANSWER_MS = 20_000;
const LONGEST_REFUSAL = 256 * 1024;

// A connection kept alive may be closed by the other side just as a request goes out, and a POST
// cannot be sent again unasked. On one machine a new one costs nothing.
const agent = new Agent({ keepAlive: false });

/** What PostgREST needs of a visitor's request; whatever says who is calling is ours to say. */
const PASSED_ON = [
  'accept',
  'accept-profile',
  'content-profile',
  'content-type',
  'prefer',
  'range',
  'range-unit',
  'x-client-info',
] as const;

const NOT_PASSED_BACK = ['connection', 'keep-alive', 'transfer-encoding'];

type Forwarded = {
  port: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  anonKey: string;
  callerAddress: string;
};

/**
 * Sends a request to PostgREST as role anon and its answer to the visitor. Rejects when there is none, or one
 * that says that the database went away in the middle.
 */
export async function forward(call: Forwarded, response: ServerResponse): Promise<void> {
  const answer = await send(call);
  const refusal = answer.statusCode === 400 ? await readBody(answer, LONGEST_REFUSAL) : null;
  if (refusal && isBrokenOff(refusal)) throw new Error('The database broke off');
  const headers = { ...answer.headers };
  for (const name of NOT_PASSED_BACK) delete headers[name];
  response.writeHead(answer.statusCode ?? 502, headers);
  if (refusal) response.end(refusal);
  else await pipeline(answer, response);
}

// PostgREST has no word for a connection lost during a statement: it blames the visitor, without a code.
function isBrokenOff(refusal: Buffer): boolean {
  try {
    const { code, message } = JSON.parse(refusal.toString());
    return code === '' && message === '';
  } catch {
    return false;
  }
}

function send({ port, method, path, body, ...call }: Forwarded): Promise<IncomingMessage> {
  const headers: Record<string, string | string[] | number> = {
    authorization: `Bearer ${call.anonKey}`,
    'x-forwarded-for': call.callerAddress,
    'content-length': body.length,
  };
  for (const name of PASSED_ON) {
    const value = call.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: ANSWER_MS });
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error(`No answer within ${ANSWER_MS / 1000} s`)));
    outgoing.end(body);
  });
}
