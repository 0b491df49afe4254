import { readSmtpUrl, type SmtpServer } from '@site/supabase/functions/_shared/mail/smtp';
import type { MailSettings } from '@site/supabase/functions/_shared/mail-settings';
import { readDeliveryMs, readMailSettings } from '@site/supabase/functions/_shared/mail-settings';
import { SettingError } from '@site/supabase/functions/_shared/setting-error';
import { readSiteFacts, type SiteFacts } from '@site/supabase/functions/_shared/site-facts';
import { UserError } from '@site/terminal/user-error';

const DEFAULT_SECONDS = 60;

export interface MailOptions {
  /** Null without OWNER_EMAIL: mails then stay in the outbox. */
  readonly settings: MailSettings | null;
  /** Null writes mails to files of the data folder. */
  readonly smtp: SmtpServer | null;
  /** Whether visitors get mails; null keeps the database's setting. */
  readonly visitorMails: boolean | null;
  readonly deliveryMs: number;
  /** What calendars show of the site, also where no mail is sent. */
  readonly facts: SiteFacts;
}

/** Reads the environment variables of docs/environment.md. @throws UserError naming the variable that cannot be used */
export function readMailOptions(env: NodeJS.ProcessEnv): MailOptions {
  try {
    return {
      settings: readMailSettings(env),
      smtp: env.SMTP_URL ? readSmtpUrl(env.SMTP_URL) : null,
      visitorMails: readVisitorMails(env.VISITOR_MAILS),
      deliveryMs: readDeliveryMs(env.SMTP_TIMEOUT, DEFAULT_SECONDS),
      facts: readSiteFacts(env.SITE_FACTS),
    };
  } catch (error) {
    throw error instanceof SettingError ? new UserError(error.message) : error;
  }
}

function readVisitorMails(given: string | undefined): boolean | null {
  if (!given) return null;
  if (given === 'true' || given === 'false') return given === 'true';
  throw new UserError(`VISITOR_MAILS must be true or false, not '${given}'.`);
}
