import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { STAND_IN_KEY, startS3StandIn } from '@site/release-core/tests/support/s3-stand-in';

const PREFIX = 'www/';

export interface PublicBucket {
  /** The argument of `release deploy`. */
  readonly target: string;
  readonly env: Readonly<Record<string, string>>;
  readonly address: string;
  readonly end: () => void;
}

/** A bucket behind a CDN that adds no headers; it serves `index.html` for `/` and `404.html` for unknown paths. */
export async function startPublicBucket(): Promise<PublicBucket> {
  const bucket = await startS3StandIn();
  const { endpoint, bucket: name } = bucket.location(PREFIX);
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://cdn');
    const object = bucket.objects.get(PREFIX + (pathname === '/' ? 'index.html' : pathname.slice(1)));
    const { body, headers } = object ?? bucket.objects.get(`${PREFIX}404.html`) ?? { body: '', headers: {} };
    for (const [header, value] of Object.entries(headers)) if (value) response.setHeader(header, value);
    response.writeHead(object ? 200 : 404).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    target: `s3://${name}/${PREFIX}`,
    env: {
      TO_AWS_ENDPOINT_URL_S3: endpoint,
      TO_AWS_ACCESS_KEY_ID: STAND_IN_KEY.accessKeyId,
      TO_AWS_SECRET_ACCESS_KEY: STAND_IN_KEY.secretAccessKey,
    },
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () => {
      server.close().closeAllConnections();
      bucket.end();
    },
  };
}
