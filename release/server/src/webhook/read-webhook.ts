import { UserError } from '@site/release-core/user-error';
import type { WebhookTarget } from './post-message';
import { keyOf } from './sign';

type Variables = Readonly<Record<string, string | undefined>>;

/** Null without one. @throws UserError that names the invalid variable */
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
  const key = keyOf(secret);
  if (key) return { url, key };
  throw new UserError(
    'WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64: echo whsec_$(openssl rand -base64 32)',
  );
}
