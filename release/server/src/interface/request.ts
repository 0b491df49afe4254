import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Grant, Identity } from '@site/release-core/store/grants';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';

/** An authenticated request. `words` are the values of the placeholders in its path. */
export interface Call {
  readonly request: IncomingMessage;
  readonly grant: Grant;
  /** Proven by the identity token that the request exchanges. */
  readonly identity?: Identity | undefined;
  readonly words: readonly string[];
  readonly limits: Limits;
}

export interface Reply {
  readonly status: 200 | 201 | 204;
  /** A Buffer is sent as bytes, any other value as JSON. */
  readonly body?: unknown;
  /** Describes the change in the log; missing when the request only reads. */
  readonly did?: string;
}

export interface BodyRule {
  readonly type: 'application/json' | 'application/octet-stream';
  readonly maxBytes: number;
  readonly seconds: number;
}

const TYPES = {
  'application/json': /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i,
  'application/octet-stream': /^application\/octet-stream$/i,
};

export async function receive(request: IncomingMessage, { type, maxBytes, seconds }: BodyRule): Promise<Buffer> {
  const { headers } = request;
  const isExpected = TYPES[type].test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined;
  if (!isExpected) throw new ProblemError('wrong-type', `Send the body as ${type}, without an encoding.`);
  const tooLarge = new ProblemError('too-large', `Send ${maxBytes} bytes at most.`);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  const signal = AbortSignal.timeout(seconds * 1000);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // The request is not destroyed with the loop, as its own iterator would do: it still gets an answer.
    for await (const [chunk] of on(request, 'data', { signal, close: ['end', 'close'] })) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    request.pause();
    throw signal.aborted ? new ProblemError('too-slow', `Send the body within ${seconds} seconds.`) : error;
  }
  if (!request.complete) throw new Error('The caller went away.');
  return Buffer.concat(chunks);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export async function receiveJson({ request, limits }: Call, maxBytes: number): Promise<unknown> {
  const bytes = await receive(request, { type: 'application/json', maxBytes, seconds: limits.bodySeconds });
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new ProblemError('malformed', 'The body cannot be read: it is no JSON in UTF-8.');
  }
}
