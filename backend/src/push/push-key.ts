import { createECDH, createHmac } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';

const CURVE = 'prime256v1';
const LIFETIME = '12h';
const COORDINATE_BYTES = 32;

export interface PushKey {
  /** base64url, as browsers subscribe with it. */
  readonly publicKey: string;
  /** The `Authorization` header of a message to the service at this origin. */
  readonly authorize: (origin: string) => Promise<string>;
}

/**
 * The key with which the site signs notifications (VAPID, RFC 8292). It is computed from the install's secret, as codes
 * are: there is no further secret to keep, and several servers have the same key.
 * @param contact where the service may complain: an https or mailto address
 */
export function pushKeyOf(jwtSecret: string, contact: string): PushKey {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(createHmac('sha256', jwtSecret).update('push:key').digest());
  const point = pair.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    // The point is a byte and both coordinates.
    x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
    y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
    d: pair.getPrivateKey().toString('base64url'),
  };
  const publicKey = point.toString('base64url');
  return {
    publicKey,
    authorize: async (origin) => {
      const token = new SignJWT({ aud: origin, sub: contact }).setProtectedHeader({ alg: 'ES256', typ: 'JWT' });
      return `vapid t=${await token.setExpirationTime(LIFETIME).sign(await importJWK(jwk, 'ES256'))}, k=${publicKey}`;
    },
  };
}
