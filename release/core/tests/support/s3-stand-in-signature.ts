import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sha256 } from '../../src/integrity';

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
