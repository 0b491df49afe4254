import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Location } from '../../src/store/s3/s3-location';
import { listingOf } from './s3-stand-in-listing';
import { refusalOf } from './s3-stand-in-signature';

interface StoredObject {
  readonly body: Buffer;
  readonly writer: string | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface StandIn {
  readonly location: (prefix: string) => S3Location;
  readonly objects: Map<string, StoredObject>;
  /** Method and key of each request; a list has the key "". */
  readonly asked: string[];
  mostObjects: number;
  readonly end: () => void;
}

const BUCKET = 'site';

export const STAND_IN_KEY = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example/secret+key' };

/**
 * An S3 server in memory, on loopback, with the six calls that the store makes. The long tier compares its answers with
 * those of a Ceph gateway.
 * @param isCareless ignores `If-None-Match` and overwrites, as some stores do
 */
export async function startS3StandIn({ isCareless = false } = {}): Promise<StandIn> {
  const objects = new Map<string, StoredObject>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { mostObjects } = standIn;
    void buffer(request).then((body) =>
      answer({ objects, asked, isCareless, mostObjects }, { request, response, body }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: StandIn = {
    objects,
    asked,
    mostObjects: Number.POSITIVE_INFINITY,
    location: (prefix) => ({
      ...STAND_IN_KEY,
      endpoint,
      region: 'us-east-1',
      bucket: BUCKET,
      prefix,
      sessionToken: undefined,
      variables: '',
    }),
    end: () => server.close().closeAllConnections(),
  };
  return standIn;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

interface Bucket extends Pick<StandIn, 'objects' | 'asked' | 'mostObjects'> {
  readonly isCareless: boolean;
}

function answer({ objects, asked, isCareless, mostObjects }: Bucket, { request, response, body }: Exchange) {
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'Content-Type': 'application/xml' })
      .end(request.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in');
  const [, bucket, ...rest] = pathname.split('/').map(decodeURIComponent);
  const key = rest.join('/');
  asked.push(`${request.method} ${key}`);
  const refusal = refusalOf(request, body, STAND_IN_KEY);
  if (refusal) return refuse(403, refusal);
  if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket');
  const stored = objects.get(key);
  if (request.method === 'PUT') {
    if (stored && request.headers['if-none-match'] === '*' && !isCareless) return refuse(412, 'PreconditionFailed');
    if (!stored && objects.size >= mostObjects) return refuse(403, 'QuotaExceeded');
    const { 'content-type': type, 'cache-control': cache, 'content-encoding': encoding } = request.headers;
    const headers = { 'Content-Type': type, 'Cache-Control': cache, 'Content-Encoding': encoding };
    objects.set(key, { body, writer: request.headers['x-amz-meta-writer']?.toString(), headers });
    return response.writeHead(200).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  if (key === '') return response.writeHead(200).end(listingOf(objects, searchParams));
  if (!stored) return refuse(404, 'NoSuchKey');
  const headers = {
    'Content-Length': stored.body.length,
    ...(stored.writer && { 'x-amz-meta-writer': stored.writer }),
  };
  return response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : stored.body);
}
