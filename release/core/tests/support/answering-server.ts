import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AnsweringServer {
  readonly origin: string;
  readonly asked: readonly {
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
  }[];
  readonly end: () => void;
}

/** An HTTP server on loopback that records its requests. It answers in the given order and repeats the last answer. */
export async function startAnswering(...answers: readonly RequestListener[]): Promise<AnsweringServer> {
  const asked: AnsweringServer['asked'][number][] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, headers });
    answers[Math.min(asked.length, answers.length) - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
