import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Longer than the form's own time-out, so that it is the form that gives up. */
const BACKEND_TIMEOUT_MS = 20_000;

/**
 * Passes requests on to the local backend, and adds who calls to the end of `X-Forwarded-For`: the backend counts from
 * there as many entries as it was told of proxies, so that what a caller wrote before them is not believed.
 */
export function proxyTo(backendUrl: string) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const callers = [request.headers['x-forwarded-for'], request.socket.remoteAddress]
      .flat()
      .filter(Boolean)
      .join(', ');
    const upstream = httpRequest(new URL(request.url ?? '/', backendUrl), {
      method: request.method ?? 'GET',
      headers: { ...request.headers, 'x-forwarded-for': callers },
      timeout: BACKEND_TIMEOUT_MS,
    });
    upstream.on('timeout', () => upstream.destroy(new Error('The backend does not answer.')));
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      upstream.on('response', resolve);
      upstream.on('error', reject);
    });
    try {
      await Promise.all([pipeline(request, upstream), answered]);
      const answer = await answered;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      await pipeline(answer, response);
    } catch (error) {
      console.error(`The backend failed to answer ${request.method} ${request.url}.`, error);
      if (response.headersSent) return void response.destroy();
      response.writeHead(502, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ code: 'BACKEND_AWAY', message: 'The backend does not answer.' }));
    }
  };
}
