import type { MailSettings } from '@site/supabase/functions/_shared/compose-mail';
import { readDeliveryMs, readMailSettings } from '@site/supabase/functions/_shared/mail-settings';
import { readSmtpUrl, type SmtpServer } from '@site/supabase/functions/_shared/smtp';
import { UserError } from '../user-error';

const DEFAULT_SECONDS = 60;

export interface MailOptions {
  /** Null without OWNER_EMAIL: mails then stay in the outbox. */
  readonly settings: MailSettings | null;
  /** Null writes mails to files in the data folder. */
  readonly smtp: SmtpServer | null;
  /** Whether visitors get mails; null keeps what the database says. */
  readonly visitorMails: boolean | null;
  /** Time-out of one mail. */
  readonly deliveryMs: number;
}

/**
 * Reads SMTP_URL, SMTP_TIMEOUT, MAIL_FROM, OWNER_EMAIL, SITE_NAME, SITE_ORIGIN and VISITOR_MAILS.
 * @throws UserError naming the variable that cannot be used
 */
export function readMailOptions(env: NodeJS.ProcessEnv): MailOptions {
  return {
    settings: readMailSettings(env),
    smtp: env.SMTP_URL ? readSmtpUrl(env.SMTP_URL) : null,
    visitorMails: readVisitorMails(env.VISITOR_MAILS),
    deliveryMs: readDeliveryMs(env.SMTP_TIMEOUT, DEFAULT_SECONDS),
  };
}

function readVisitorMails(given: string | undefined): boolean | null {
  if (!given) return null;
  if (given === 'true' || given === 'false') return given === 'true';
  throw new UserError(`VISITOR_MAILS must be true or false, not '${given}'.`);
}
