import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Parsed; null without a body. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** Sends a request unchanged, unlike `fetch`. */
export async function rawCall(url: string, { method, target, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const asked = request({
    host: hostname,
    port,
    path: target,
    method,
    headers: { 'content-length': Buffer.byteLength(body), ...headers },
    agent: false,
    setHost: !headers.host,
  });
  const answered = once(asked, 'response');
  asked.end(body);
  const [answer] = (await answered) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: text ? JSON.parse(text) : null };
}

/** Writes bytes to a socket. Resolves with the answer once the server closes the connection or `isEnough` is true. */
export async function rawBytes(
  url: string,
  bytes: string | Buffer,
  isEnough: (text: string) => boolean = () => false,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  const done = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk;
      if (isEnough(text)) resolve();
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  socket.write(bytes);
  await done;
  socket.destroy();
  return text;
}
