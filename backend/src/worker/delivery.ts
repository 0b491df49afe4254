import type { Deliver } from '@site/supabase/functions/_shared/drain';
import { deliverBySmtp } from '@site/supabase/functions/_shared/mail/smtp';
import { deliverToFiles } from './deliver-to-files';
import type { MailOptions } from './options';

interface Delivery {
  /** Null when mails stay in the outbox. */
  readonly deliver: Deliver | null;
  readonly sentence: string;
}

export function chooseDelivery({ settings, smtp }: MailOptions, folder: string): Delivery {
  if (!settings) {
    return {
      deliver: null,
      sentence: 'Mails to the owner: kept in the outbox (set OWNER_EMAIL to have them written).',
    };
  }
  if (smtp) {
    return {
      deliver: deliverBySmtp(smtp, settings),
      sentence: `Mails to the owner: sent by ${smtp.host} to ${settings.to}.`,
    };
  }
  return {
    deliver: deliverToFiles(folder, settings),
    sentence: `Mails to the owner: written to ${folder} (set SMTP_URL to send them).`,
  };
}
