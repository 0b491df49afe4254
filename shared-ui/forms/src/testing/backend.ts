import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  readonly request: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Starts a server that records its calls. It answers none of them until `answerWith` sets one answer for all. */
export async function startAnsweringServer() {
  const calls: Call[] = [];
  let answer: Answer | undefined;
  let onCall: () => void = () => undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [path, query] = request.url?.split('?') ?? [];
    const text = Buffer.concat(chunks).toString();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const { method, headers } = request;
    calls.push({ request: `${method} ${path}`, query: new URLSearchParams(query), headers, body });
    onCall();
    if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    calls,
    backend: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, anonKey: 'public-key' },
    answerWith(status: number, body: unknown = '') {
      answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
    },
    nextCall: () => new Promise<void>((resolve) => (onCall = resolve)),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Adds the WebSocket global that supabase-js needs and Node 20 lacks, and fakes the timers of its time-outs. */
export function prepareForSupabase() {
  Object.assign(globalThis, { WebSocket: class {} });
  jest.spyOn(console, 'warn').mockImplementation();
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
}
