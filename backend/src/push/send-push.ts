import { lookup } from 'node:dns';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type AddressRules, allowedLookup, isPublicAddress } from '../public-address';
import type { PushKey } from './push-key';
import { encryptPush, type Push } from './push-message';

const TIMEOUT_MS = 10_000;
/** The service keeps a message for a browser that is away; later the owner has read the mail. */
const KEPT_S = 86_400;
const NO_SUBSCRIPTION = [404, 410];

/** `gone`: the browser no longer takes messages. */
type PushOutcome = 'sent' | 'gone' | 'failed';

export type SendPush = (push: Push) => Promise<PushOutcome>;

/** What tests replace: certificates, ports, names and addresses of their own machine. */
interface SendOptions extends Partial<AddressRules> {
  readonly ca?: string;
  readonly port?: number;
}

/** Sends notifications to public addresses only: a session names the address. Follows no redirect, reads no answer. */
export function pushSender(key: PushKey, options: SendOptions = {}): SendPush {
  const { ca, port, resolve = lookup, isAllowed = isPublicAddress } = options;
  return async (push) => {
    const url = new URL(push.endpoint);
    try {
      const body = encryptPush(push);
      const headers = {
        authorization: await key.authorize(url.origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: KEPT_S,
        urgency: 'high',
      };
      const connection = { ...(ca && { ca }), ...(port && { port }), lookup: allowedLookup({ resolve, isAllowed }) };
      return await post(url, body, { ...connection, headers });
    } catch {
      return 'failed';
    }
  };
}

interface PostOptions {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly lookup: LookupFunction;
}

const post = (url: URL, body: Buffer, options: PostOptions) =>
  new Promise<PushOutcome>((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sent = request(url, { ...options, method: 'POST', agent: false, signal }, (response) => {
      const { statusCode: status = 0 } = response;
      response.destroy();
      resolve(NO_SUBSCRIPTION.includes(status) ? 'gone' : status >= 200 && status < 300 ? 'sent' : 'failed');
    });
    sent.on('error', reject);
    sent.end(body);
  });
