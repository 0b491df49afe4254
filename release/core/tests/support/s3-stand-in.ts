import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sha256 } from '../../src/integrity';
import type { S3Location } from '../../src/store/s3/s3-location';
import type { Exchange } from './answering-server';

/** The answer of ListObjectsV2. S3 sorts keys by their UTF-8 bytes. */
function listingOf(objects: ReadonlyMap<string, { readonly body: Buffer }>, asked: URLSearchParams): string {
  const [prefix, delimiter] = [asked.get('prefix') ?? '', asked.get('delimiter') ?? ''];
  const token = asked.get('continuation-token');
  const after = token === null ? '' : Buffer.from(token, 'base64').toString();
  const items = new Set(
    [...objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => {
        const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
        return end < 0 ? key : key.slice(0, end + 1);
      }),
  );
  const sorted = [...items].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).filter((key) => key > after);
  const page = sorted.slice(0, Number(asked.get('max-keys') ?? 1000));
  const isTruncated = page.length < sorted.length;
  const encode = (key: string) => encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');
  const isPrefix = (key: string) => delimiter !== '' && key.slice(prefix.length).endsWith(delimiter);
  return [
    '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    '<EncodingType>url</EncodingType>',
    `<IsTruncated>${isTruncated}</IsTruncated>`,
    isTruncated
      ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
      : '',
    ...page.map((key) =>
      isPrefix(key)
        ? `<CommonPrefixes><Prefix>${encode(key)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${encode(key)}</Key><Size>${objects.get(key)?.body.length}</Size></Contents>`,
    ),
    '</ListBucketResult>',
  ].join('');
}

interface Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const SKEW_MS = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

/** Verifies an AWS signature of version 4 according to its specification. @returns the code of a refusal, or null */
export function refusalOf(request: IncomingMessage, body: Buffer, key: Key): string | null {
  const { authorization = '', ...headers } = request.headers;
  const [, id, day, region, signed = '', signature] = AUTHORIZATION.exec(authorization) ?? [];
  if (id !== key.accessKeyId) return 'InvalidAccessKeyId';
  const hash = headers['x-amz-content-sha256']?.toString() ?? '';
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const at = headers['x-amz-date']?.toString() ?? '';
  const moment = at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  if (Math.abs(performance.timeOrigin + performance.now() - Date.parse(moment)) > SKEW_MS)
    return 'RequestTimeTooSkewed';
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path,
    search.split('&').sort().join('&'),
    ...signed.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    signed,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const steps = [day ?? '', region ?? '', 's3', 'aws4_request', toSign];
  const expected = steps.reduce<Buffer>(
    (secret, step) => createHmac('sha256', secret).update(step).digest(),
    Buffer.from(`AWS4${key.secretAccessKey}`),
  );
  return expected.toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

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

export const environmentOf = ({ endpoint, bucket, prefix, accessKeyId, secretAccessKey }: S3Location) => ({
  STORE: `s3://${bucket}/${prefix}`,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
});
