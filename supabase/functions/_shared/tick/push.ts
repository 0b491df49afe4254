/// <reference path="./http-ece.d.ts" />
import { Buffer } from 'node:buffer';
import { createECDH, createHmac, randomBytes } from 'node:crypto';
import ece from 'http_ece';
import { importJWK, SignJWT } from 'jose';
import type { Queryable } from '../drain.ts';
import { type PublicOptions, requestPublic } from '../public-request.ts';

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
 * The key with which the site signs notifications (VAPID, RFC 8292). It is computed from the install's secret, like
 * codes, so that there is no second secret to keep and several servers have the same key.
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

interface Push {
  readonly id: string;
  readonly kind: 'contact' | 'reservation';
  readonly ref: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

const TITLES: Readonly<Record<Push['kind'], string>> = {
  contact: 'Nouveau message',
  reservation: 'Nouvelle demande de réservation',
};

/** What the service worker of the space shows. It has no data of the person: a locked telephone shows it. */
const textOf = ({ kind, ref }: Push) => JSON.stringify({ title: TITLES[kind], url: `/espace?demande=${ref}` });

/** The body of the message to the browser's service, which cannot read it (RFC 8291). @throws when its key is none */
function encryptPush(push: Push): Buffer {
  const privateKey = createECDH(CURVE);
  privateKey.generateKeys();
  return ece.encrypt(Buffer.from(textOf(push)), {
    version: 'aes128gcm',
    dh: push.p256dh,
    privateKey,
    salt: randomBytes(16),
    authSecret: push.auth,
  });
}

const TIMEOUT_MS = 10_000;
/** The service keeps a message for a browser that is away; later the owner has read the mail. */
const KEPT_S = 86_400;
const NO_SUBSCRIPTION = [404, 410];

/** `gone`: the browser no longer takes messages. */
type PushOutcome = 'sent' | 'gone' | 'failed';

type SendPush = (push: Push) => Promise<PushOutcome>;

/** Sends notifications to public addresses only: a session names the address. Follows no redirect, reads no answer. */
export function pushSender(key: PushKey, options: PublicOptions = {}): SendPush {
  return async (push) => {
    try {
      const url = new URL(push.endpoint);
      const body = encryptPush(push);
      const headers = {
        authorization: await key.authorize(url.origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEPT_S),
        urgency: 'high',
      };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await requestPublic(url, { method: 'POST', headers, body, signal }, options);
      answer.body.destroy();
      const { statusCode: status } = answer;
      if (NO_SUBSCRIPTION.includes(status)) return 'gone';
      return status >= 200 && status < 300 ? 'sent' : 'failed';
    } catch {
      return 'failed';
    }
  };
}

/** Offers the site's key to the space once. Returns a function that sends all due notifications. */
export function createPushDrain(
  database: Queryable,
  { publicKey }: Pick<PushKey, 'publicKey'>,
  send: SendPush,
): () => Promise<void> {
  let isOffered = false;
  const sendOne = async (push: Push) => {
    const outcome = await send(push);
    if (outcome === 'sent') await database.query('select private.push_sent($1)', [push.id]);
    else await database.query('select private.push_failed($1, $2)', [push.id, outcome === 'gone']);
  };
  return async () => {
    if (!isOffered) await database.query('select private.offer_push($1)', [publicKey]);
    isOffered = true;
    await Promise.all((await database.query<Push>('select * from private.claim_pushes()')).map(sendOne));
  };
}
