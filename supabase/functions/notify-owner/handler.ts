import { createHash, timingSafeEqual } from 'node:crypto';
import { openDatabase } from '../_shared/database.ts';
import { failureReason } from '../_shared/delivery-failure.ts';
import { undelivered } from '../_shared/drain.ts';
import { deliverBySmtp, readSmtpUrl, type SmtpServer } from '../_shared/mail/smtp.ts';
import { readInPlace } from '../_shared/own-calendar/read-in-place.ts';
import { presentFacts } from '../_shared/present-facts.ts';
import { type MailSettings, readDeliveryMs, readMailSettings, SettingError, storeFacts } from '../_shared/settings.ts';
import { type PushKey, pushKeyOf } from '../_shared/tick/push.ts';
import { createTick } from '../_shared/tick/tick.ts';

// Plus one last delivery, this stays below a minute, when the next call starts. The platform ends a call after 150 s.
const CLAIM_MS = 25_000;

/**
 * Does what is due for callers with NOTIFY_OWNER_SECRET, and answers `{ sent, failed }`, the numbers of mails. Other
 * callers get 401 before any setting is read, so they learn nothing.
 */
export async function notifyOwner(request: Request, env: Environment): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
  const isCaller = isSameSecret(request.headers.get('x-notify-secret') ?? '', env.NOTIFY_OWNER_SECRET ?? '');
  if (!isCaller) return new Response(null, { status: 401 });
  try {
    return Response.json(await notify(env));
  } catch (error) {
    const sentence =
      error instanceof SettingError ? error.message : `The outbox cannot be reached (${failureReason(error)}).`;
    console.error(sentence);
    return Response.json({ error: sentence }, { status: 500 });
  }
}

async function notify(env: Environment): Promise<{ sent: number; failed: number }> {
  const { databaseUrl, databaseCa, smtp, mail, deliveryMs, pushKey } = readSettings(env);
  const claimUntil = Date.now() + CLAIM_MS;
  const database = await openDatabase(databaseUrl, databaseCa);
  try {
    const { facts, arePresent } = await presentFacts(mail.origin, mail.facts);
    // Those of the secret may be outdated, but for the link.
    await storeFacts(database, arePresent ? facts : { ...(facts.videoLink && { videoLink: facts.videoLink }) });
    const tick = createTick(database, {
      deliver: deliverBySmtp(smtp, { ...mail, facts }),
      deliveryMs,
      pushKey,
      readCalendar: readInPlace(),
      ending: new AbortController().signal,
    });
    // First the mails: the platform may end a call in which the calendar takes too long.
    const [mails] = await Promise.allSettled([tick.sendMails(() => Date.now() > claimUntil)]);
    const [others] = await Promise.allSettled([tick.runOthers()]);
    if (mails.status === 'rejected') throw mails.reason;
    if (mails.value.lastReason) console.error(undelivered(mails.value.lastReason));
    if (others.status === 'rejected') console.error(`Notifications or the calendar: ${failureReason(others.reason)}`);
    await tick.finish();
    return { sent: mails.value.sent, failed: mails.value.failed };
  } finally {
    await database.close();
  }
}

/** Hosted Supabase sets SUPABASE_DB_URL; the owner sets the others as secrets. */
export type Environment = Record<string, string | undefined>;

interface NotifySettings {
  readonly databaseUrl: string;
  /** PEM of the CA that signed the database's certificate. */
  readonly databaseCa: string | undefined;
  readonly smtp: SmtpServer;
  readonly mail: MailSettings;
  readonly deliveryMs: number;
  /** Null without PUSH_SECRET. */
  readonly pushKey: PushKey | null;
}

// https://supabase.com/docs/guides/functions/limits
const BLOCKED_PORTS = [25, 587];
const DELIVERY_SECONDS = 25;
const SHORTEST_SECRET = 32;

/** @throws SettingError that names the secret to set */
export function readSettings(env: Environment): NotifySettings {
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
    databaseUrl: env.SUPABASE_DB_URL ?? '',
    databaseCa: env.DATABASE_CA,
    smtp,
    mail,
    deliveryMs: readDeliveryMs(env.SMTP_TIMEOUT, DELIVERY_SECONDS),
    pushKey: readPushKey(env.PUSH_SECRET, mail),
  };
}

function readPushKey(secret: string | undefined, { origin, to }: MailSettings): PushKey | null {
  if (!secret) return null;
  if (secret.length < SHORTEST_SECRET) {
    throw new SettingError(`PUSH_SECRET must have at least ${SHORTEST_SECRET} random characters.`);
  }
  return pushKeyOf(secret, origin.startsWith('https:') ? origin : `mailto:${to}`);
}

/** Compares in constant time. An empty expected secret matches nothing. */
const isSameSecret = (given: string, expected: string): boolean =>
  expected !== '' && timingSafeEqual(hash(given), hash(expected));

// Hashing makes the lengths equal, and the position of a difference reveals nothing.
const hash = (text: string) => createHash('sha256').update(text).digest();
