import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Auth } from '../../src/auth/auth';
import type { Check } from '../../src/gateway/call';
import { startGateway } from '../../src/gateway/gateway';

/** Signs the owners' tokens that these gateways accept. */
export const SECRET = 'a secret of thirty-two characters!';

/** For gateways whose tests sign nobody in. */
export const noAuth: Auth = () => Promise.reject(new Error('not signed in here'));

interface Reached {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A gateway in front of a server that records requests and answers with 201, or with `answer`. */
export async function gatewayToRecorder(checks?: readonly Check[], answer = { status: 201, body: '' }) {
  const reached: Reached[] = [];
  const upstream = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url: target = '', headers } = request;
    reached.push({ method, target, headers, body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const restPort = (upstream.address() as AddressInfo).port;
  const options = {
    port: 0,
    restPort: () => restPort,
    anonKey: 'key',
    jwtSecret: SECRET,
    auth: noAuth,
    feed: async () => null,
    trustedProxies: 1,
    siteOrigin: 'https://site.example',
    mayWrite: async () => true,
  };
  const gateway = await startGateway(options, checks);
  return {
    url: gateway.url,
    anonKey: 'key',
    reached,
    stop: async () => {
      await gateway.stop();
      upstream.close().closeAllConnections();
    },
  };
}
