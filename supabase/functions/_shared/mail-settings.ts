import { SettingError } from './setting-error.ts';
import { readSiteFacts, type SiteFacts } from './site-facts.ts';

export interface MailSettings {
  /** `Name <a@b>` or `a@b`. */
  readonly from: string;
  readonly to: string;
  readonly product: string;
  /** `https://…`, or empty when unknown. */
  readonly origin: string;
  readonly facts: SiteFacts;
}

const ADDRESS = String.raw`[^\s<>@",;:\\\(\)\[\]]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*`;
const BARE = new RegExp(`^${ADDRESS}$`, 'u');
const NAMED = new RegExp(String.raw`^[^<>@",;:()\p{Cc}]*<${ADDRESS}>$|^"[^<>"\\\p{Cc}]*"\s*<${ADDRESS}>$`, 'u');

/**
 * Reads MAIL_FROM, OWNER_EMAIL, SITE_NAME, SITE_ORIGIN and SITE_FACTS. MAIL_FROM defaults to OWNER_EMAIL.
 * @returns null without OWNER_EMAIL
 * @throws SettingError
 */
export function readMailSettings(env: Record<string, string | undefined>): MailSettings | null {
  const to = env.OWNER_EMAIL?.trim();
  if (!to) return null;
  if (!BARE.test(to)) throw new SettingError('OWNER_EMAIL must be one address, such as contact@example.com.');
  const from = env.MAIL_FROM?.trim() || to;
  if (!BARE.test(from) && !NAMED.test(from)) {
    throw new SettingError('MAIL_FROM must look like site@example.com or My site <site@example.com>.');
  }
  return {
    from,
    to,
    product: env.SITE_NAME ?? '',
    origin: env.SITE_ORIGIN ?? '',
    facts: readSiteFacts(env.SITE_FACTS),
  };
}

/** Below the two-minute lease of a claimed mail. */
const MOST_SECONDS = 90;

/** Reads SMTP_TIMEOUT, the time limit for one mail in seconds. @returns milliseconds @throws SettingError */
export function readDeliveryMs(given: string | undefined, defaultSeconds: number): number {
  const seconds = given ? Number(given) : defaultSeconds;
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_SECONDS) return seconds * 1000;
  throw new SettingError(`SMTP_TIMEOUT must be a whole number of seconds from 1 to ${MOST_SECONDS}, not '${given}'.`);
}
