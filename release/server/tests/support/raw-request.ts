import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface RawRequest {
  readonly method: string;
  /** Sent unchanged, while `fetch` would resolve dots. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly isOpen?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export async function sendRaw(
  origin: string,
  { method, path, headers = {}, body, isOpen }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const sent = request({ hostname, port, method, path, headers, agent: false });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  if (isOpen) {
    sent.flushHeaders();
    if (body !== undefined) sent.write(body);
  } else sent.end(body);
  const [answer] = await answered;
  // After its answer, the server may close the connection while the request is still being sent.
  sent.on('error', () => undefined);
  const chunks: Uint8Array[] = [];
  const length = Number(answer.headers['content-length'] ?? 0);
  for await (const chunk of answer) {
    chunks.push(chunk);
    if (Buffer.concat(chunks).length >= length) break;
  }
  sent.destroy();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() };
}
