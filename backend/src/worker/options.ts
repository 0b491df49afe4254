import type { MailSettings } from '@site/supabase/functions/_shared/compose-mail';
import { readDeliveryMs, readMailSettings } from '@site/supabase/functions/_shared/mail-settings';
import { MailSetupError } from '@site/supabase/functions/_shared/mail-setup-error';
import { readSmtpUrl, type SmtpServer } from '@site/supabase/functions/_shared/smtp';
import { SetupError } from '../setup-error';

const DEFAULT_SECONDS = 60;

export type MailOptions = {
  /** Null when nobody is named to write to: mails then wait in the outbox. */
  settings: MailSettings | null;
  /** Null writes mails into the data folder. */
  smtp: SmtpServer | null;
  /** The longest that one mail may take. */
  deliveryMs: number;
};

/**
 * Reads SMTP_URL, SMTP_TIMEOUT, MAIL_FROM, OWNER_EMAIL, SITE_NAME and SITE_ORIGIN.
 * @throws SetupError naming the variable that cannot be used
 */
export function readMailOptions(env: NodeJS.ProcessEnv): MailOptions {
  try {
    return {
      settings: readMailSettings(env),
      smtp: env.SMTP_URL ? readSmtpUrl(env.SMTP_URL) : null,
      deliveryMs: readDeliveryMs(env.SMTP_TIMEOUT, DEFAULT_SECONDS),
    };
  } catch (error) {
    if (error instanceof MailSetupError) throw new SetupError(error.message, { cause: error });
    throw error;
  }
}
