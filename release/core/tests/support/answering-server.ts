import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface AnsweringServer {
  readonly origin: string;
  readonly asked: readonly {
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
  }[];
  readonly end: () => void;
}

export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An HTTP server on loopback that records its requests. It answers in the given order and repeats the last answer. */
export async function startAnswering(...answers: readonly RequestListener[]): Promise<AnsweringServer> {
  const asked: AnsweringServer['asked'][number][] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, headers });
    answers[Math.min(asked.length, answers.length) - 1]?.(request, response);
  });
  return {
    origin: await listenOnLoopback(server),
    asked,
    end: () => server.close().closeAllConnections(),
  };
}

type Headers = Readonly<Record<string, string>>;

export const answerWith =
  (status: number, body: string | object = '', headers: Headers = {}): RequestListener =>
  (_, response) =>
    void response
      .writeHead(status, { 'Content-Type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

export const problemWith = (status: number, word: string, { headers, ...more }: Problem = {}): RequestListener =>
  answerWith(
    status,
    { type: `/release/v1/problems/${word}`, title: 'A problem.', status, detail: `This is ${word}.`, ...more },
    { 'Content-Type': 'application/problem+json', ...headers },
  );

interface Problem {
  readonly headers?: Headers;
  readonly [member: string]: unknown;
}

/**
 * hang: no answer. drop: the connection ends before the request is forwarded. lose: the request is forwarded, but its
 * answer is dropped. cut: half of the answer's body arrives. A number: an S3 error with this status.
 */
export type Fault = 'hang' | 'drop' | 'lose' | 'cut' | 409 | 429 | 500 | 502 | 503 | 504;

export interface FaultProxy {
  readonly origin: string;
  readonly seen: readonly string[];
  /** Called for each request; the count starts at 1. */
  decide: (method: string, count: number) => Fault | null;
  readonly end: () => void;
}

const CODES: Partial<Record<number, string>> = { 409: 'ConditionalRequestConflict', 503: 'SlowDown' };

/** A proxy in front of an HTTP server. It keeps the `Host` header, which is signed. */
export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const fault = proxy.decide(request.method ?? '', seen.length);
    void buffer(request).then((body) => pass(upstream, fault, { request, response, body }));
  });
  const proxy: FaultProxy = {
    origin: await listenOnLoopback(server),
    seen,
    decide: () => null,
    end: () => server.close().closeAllConnections(),
  };
  return proxy;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

function pass(upstream: string, fault: Fault | null, { request, response, body }: Exchange) {
  if (fault === 'hang') return;
  if (fault === 'drop') return response.destroy();
  if (typeof fault === 'number') {
    response.writeHead(fault).end(`<Error><Code>${CODES[fault] ?? 'InternalError'}</Code></Error>`);
    return;
  }
  const { method, url, headers } = request;
  const passed = send(`${upstream}${url}`, { method, headers, agent: false }, (answer) => {
    void buffer(answer).then((bytes) => {
      if (fault === 'lose') return response.destroy();
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (fault === null || method === 'HEAD') return response.end(bytes);
      // The headers announce the whole body.
      return response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    });
  });
  passed.on('error', () => response.destroy());
  passed.end(body);
}
