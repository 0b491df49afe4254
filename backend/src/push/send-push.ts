import { type PublicOptions, requestPublic } from '../public-request';
import type { PushKey } from './push-key';
import { encryptPush, type Push } from './push-message';

const TIMEOUT_MS = 10_000;
/** The service keeps a message for a browser that is away; later the owner has read the mail. */
const KEPT_S = 86_400;
const NO_SUBSCRIPTION = [404, 410];

/** `gone`: the browser no longer takes messages. */
type PushOutcome = 'sent' | 'gone' | 'failed';

export type SendPush = (push: Push) => Promise<PushOutcome>;

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
        'content-length': body.length,
        ttl: KEPT_S,
        urgency: 'high',
      };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await requestPublic(url, { method: 'POST', headers, body, signal }, options);
      answer.destroy();
      const { statusCode: status = 0 } = answer;
      if (NO_SUBSCRIPTION.includes(status)) return 'gone';
      return status >= 200 && status < 300 ? 'sent' : 'failed';
    } catch {
      return 'failed';
    }
  };
}
