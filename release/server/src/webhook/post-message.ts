import { createHmac } from 'node:crypto';
import { UserError } from '@site/release-core/user-error';

type Variables = Readonly<Record<string, string | undefined>>;

export function readWebhook({
  WEBHOOK_URL: address = '',
  WEBHOOK_SECRET: secret = '',
}: Variables): WebhookTarget | null {
  if (!address && !secret) return null;
  if (!address || !secret) throw new UserError('Set WEBHOOK_URL and WEBHOOK_SECRET together, or neither of them.');
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:' || url.username || url.password) {
    throw new UserError('WEBHOOK_URL must be an https address without a user name and a password.');
  }
  const key = signingKey(secret);
  if (key) return { url, key };
  throw new UserError(
    'WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64: echo whsec_$(openssl rand -base64 32)',
  );
}

const PREFIX = 'whsec_';
/** The Standard Webhooks specification asks for a key of this length. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** The key of a secret such as `whsec_<base64>`; null when it is malformed, too short or too long. */
export function signingKey(secret: string): Buffer | null {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const key = Buffer.from(text, 'base64');
  const isWhole = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return isWhole && key.length >= MIN_BYTES && key.length <= MAX_BYTES ? key : null;
}

export interface Message {
  /** Each try of a message has the same. */
  readonly id: string;
  readonly body: string;
}

/** The headers of Standard Webhooks: HMAC-SHA256 of id, time stamp and body. @param at milliseconds since 1970 */
export function signedHeaders({ id, body }: Message, key: Buffer, at: number): Readonly<Record<string, string>> {
  const timestamp = `${Math.floor(at / 1000)}`;
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

const TIMEOUT_MS = 10_000;

export interface WebhookTarget {
  readonly url: URL;
  readonly key: Buffer;
}

/** Resolves when the target has taken the message. Follows no redirect and reads no answer. */
export type PostMessage = (message: Message) => Promise<void>;

export function messagePoster({ url, key }: WebhookTarget, timeoutMs = TIMEOUT_MS): PostMessage {
  return async (message) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { ...signedHeaders(message, key, Date.now()), 'content-type': 'application/json' };
    const { status, body } = await fetch(url, {
      method: 'POST',
      headers,
      body: message.body,
      redirect: 'manual',
      signal,
    }).catch((error: Error) => {
      throw signal.aborted ? new Error(`it did not answer within ${timeoutMs / 1000} s`) : (error.cause ?? error);
    });
    await body?.cancel();
    if (status < 200 || status >= 300) throw new Error(`it answered ${status}`);
  };
}
