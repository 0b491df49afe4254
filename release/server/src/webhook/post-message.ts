import { type PublicOptions, requestPublic } from '@site/backend/public-request';
import { type Message, signedHeaders } from './sign';

const TIMEOUT_MS = 10_000;

export interface WebhookTarget {
  readonly url: URL;
  readonly key: Buffer;
}

/** What tests replace. */
export interface PostOptions extends PublicOptions {
  readonly timeoutMs?: number;
  readonly now?: () => number;
}

/** Resolves when the target has taken the message. Follows no redirect and reads no answer. @throws Error with the reason */
export type PostMessage = (message: Message) => Promise<void>;

export function messagePoster({ url, key }: WebhookTarget, options: PostOptions = {}): PostMessage {
  const { timeoutMs = TIMEOUT_MS, now = Date.now } = options;
  return async (message) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { ...signedHeaders(message, key, now()), 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: message.body, signal } as const;
    const answer = await requestPublic(url, sent, options).catch((error: unknown) => {
      throw signal.aborted ? new Error(`it did not answer within ${timeoutMs / 1000} s`) : error;
    });
    answer.destroy();
    const { statusCode = 0 } = answer;
    if (statusCode < 200 || statusCode >= 300) throw new Error(`it answered ${statusCode}`);
  };
}
