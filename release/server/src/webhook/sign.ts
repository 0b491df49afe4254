import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
/** Of the key, as the Standard Webhooks specification asks. */
const FEWEST_BYTES = 24;
const MOST_BYTES = 64;

/** The key of a secret such as `whsec_<base64>`; null when it is malformed, too short or too long. */
export function keyOf(secret: string): Buffer | null {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const key = Buffer.from(text, 'base64');
  const isWhole = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return isWhole && key.length >= FEWEST_BYTES && key.length <= MOST_BYTES ? key : null;
}

export interface Message {
  /** The same for each attempt. */
  readonly id: string;
  readonly body: string;
}

/** The headers of Standard Webhooks: HMAC-SHA256 of id, time stamp and body. @param at milliseconds since 1970 */
export function signedHeaders({ id, body }: Message, key: Buffer, at: number): Readonly<Record<string, string>> {
  const timestamp = `${Math.floor(at / 1000)}`;
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
