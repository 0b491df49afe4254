import { readSmtpUrl, type SmtpServer } from '../_shared/mail/smtp.ts';
import type { MailSettings } from '../_shared/mail-settings.ts';
import { readDeliveryMs, readMailSettings } from '../_shared/mail-settings.ts';
import { SettingError } from '../_shared/setting-error.ts';

/** Hosted Supabase sets SUPABASE_DB_URL; the owner sets the others as secrets. */
export type Environment = Record<string, string | undefined>;

interface NotifySettings {
  readonly databaseUrl: string;
  /** PEM of the CA that signed the database's certificate. */
  readonly databaseCa: string | undefined;
  readonly smtp: SmtpServer;
  readonly mail: MailSettings;
  readonly deliveryMs: number;
}

// https://supabase.com/docs/guides/functions/limits
const BLOCKED_PORTS = [25, 587];
const DELIVERY_SECONDS = 25;

/** @throws SettingError that names the secret to set */
export function readSettings(env: Environment): NotifySettings {
  const databaseUrl = env.SUPABASE_DB_URL ?? '';
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new SettingError('SUPABASE_DB_URL must be the address of the database; hosted Supabase sets it itself.');
  }
  const mail = readMailSettings(env);
  if (!mail) throw new SettingError('Set the secret OWNER_EMAIL: the address that mails go to.');
  if (!env.SMTP_URL) throw new SettingError('Set the secret SMTP_URL, as smtps://user:password@smtp.example.com:465.');
  const smtp = readSmtpUrl(env.SMTP_URL);
  if (BLOCKED_PORTS.includes(smtp.port)) {
    throw new SettingError(
      `Edge Functions cannot reach port ${smtp.port}: set SMTP_URL to smtps://…:465, or another port of your mail provider's.`,
    );
  }
  return {
    databaseUrl,
    databaseCa: env.DATABASE_CA,
    smtp,
    mail,
    deliveryMs: readDeliveryMs(env.SMTP_TIMEOUT, DELIVERY_SECONDS),
  };
}
