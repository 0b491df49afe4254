import { createHmac } from 'node:crypto';

interface Signing {
  readonly alg: 'HS256' | 'HS512' | 'none';
  readonly header?: object;
}

/** Signs without the tested code, so also tokens that it never makes. */
export function signJwt(claims: object, secret: string, { alg, header }: Signing = { alg: 'HS256' }): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const body = `${encode({ alg, typ: 'JWT', ...header })}.${encode(claims)}`;
  if (alg === 'none') return `${body}.`;
  return `${body}.${createHmac(alg === 'HS256' ? 'sha256' : 'sha512', secret)
    .update(body)
    .digest('base64url')}`;
}
