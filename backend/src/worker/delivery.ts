import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClaimedMail } from '@site/supabase/functions/_shared/claimed-mail';
import type { Deliver } from '@site/supabase/functions/_shared/drain';
import { deliverBySmtp, readSmtpUrl, type SmtpServer, textsOnly } from '@site/supabase/functions/_shared/mail/smtp';
import { writeMail } from '@site/supabase/functions/_shared/mail/write-mail';
import {
  type MailSettings,
  readDeliveryMs,
  readMailSettings,
  readSiteFacts,
  SettingError,
  type SiteFacts,
} from '@site/supabase/functions/_shared/settings';
import { UserError } from '@site/terminal/program';
import { createTransport } from 'nodemailer';
import { syncFolder } from '../data-folder/disks';
import { timeStamp } from './mail-files';

const DEFAULT_SECONDS = 60;

export interface MailOptions {
  /** Null without OWNER_EMAIL: mails then stay in the outbox. */
  readonly settings: MailSettings | null;
  /** Null writes mails to files of the data folder. */
  readonly smtp: SmtpServer | null;
  /** Whether visitors get mails; null keeps the database's setting. */
  readonly visitorMails: boolean | null;
  readonly deliveryMs: number;
  /** Calendars show these, also where no mail is sent. */
  readonly facts: SiteFacts;
}

/**
 * Reads the environment variables of docs/hosting/environment.md.
 * @throws UserError naming the variable that cannot be used
 */
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

/** Writes each mail to `folder` as one .eml file, atomically. The same mail replaces its own file. */
export function deliverToFiles(folder: string, settings: MailSettings): Deliver {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail, signal) => {
    const { message } = await composer.sendMail({ ...writeMail(mail, settings), ...textsOnly });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeWhole(join(folder, await fileName(folder, mail)), message as Buffer, signal);
  };
}

/** Reuses the name of an earlier try. New names sort by time. */
async function fileName(folder: string, mail: ClaimedMail): Promise<string> {
  const ending = `-${mail.messageId}.eml`;
  const earlier = (await readdir(folder)).find((name) => name.includes(ending));
  if (earlier) return earlier.replace(/\.new$/, '');
  const about = 'id' in mail.detail ? mail.detail.id : mail.id;
  return `${timeStamp(new Date())}-${mail.kind}-${about}${ending}`;
}

async function writeWhole(path: string, content: Buffer, signal: AbortSignal): Promise<void> {
  const draft = `${path}.new`;
  try {
    await writeDurably(draft, content);
    signal.throwIfAborted();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
