import { lookup } from 'node:dns';
import { request } from 'node:https';
import { allowedLookup, isPublicAddress, requireAllowedHost } from '@site/backend/public-address';
import { type Message, signedHeaders } from './sign';

const TIMEOUT_MS = 10_000;
const MOST_HEADER_BYTES = 16 * 1024;

export interface WebhookTarget {
  readonly url: URL;
  readonly key: Buffer;
}

/** What tests replace: certificates, names and addresses of their own machine, and time. */
export interface PostOptions {
  readonly ca?: string;
  readonly resolve?: typeof lookup;
  readonly isAllowed?: (address: string) => boolean;
  readonly timeoutMs?: number;
  readonly now?: () => number;
}

/** Resolves when the target has taken the message. Follows no redirect and reads no answer. @throws Error with the reason */
export type PostMessage = (message: Message) => Promise<void>;

export function messagePoster({ url, key }: WebhookTarget, options: PostOptions = {}): PostMessage {
  const { ca, timeoutMs = TIMEOUT_MS, isAllowed = isPublicAddress, now = Date.now } = options;
  const lookupAllowed = allowedLookup({ resolve: options.resolve ?? lookup, isAllowed });
  return (message) =>
    new Promise((resolve, reject) => {
      requireAllowedHost(url, isAllowed);
      const signal = AbortSignal.timeout(timeoutMs);
      const headers = { ...signedHeaders(message, key, now()), 'content-type': 'application/json' };
      const sent = request(
        url,
        {
          method: 'POST',
          headers,
          lookup: lookupAllowed,
          agent: false,
          signal,
          maxHeaderSize: MOST_HEADER_BYTES,
          ...(ca && { ca }),
        },
        (response) => {
          const status = response.statusCode ?? 0;
          response.destroy();
          if (status >= 200 && status < 300) resolve();
          else reject(new Error(`it answered ${status}`));
        },
      );
      sent.on('error', (error) =>
        reject(signal.aborted ? new Error(`it did not answer within ${timeoutMs / 1000} s`) : error),
      );
      sent.end(message.body);
    });
}
