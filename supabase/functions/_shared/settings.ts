import { isObject } from '@site/contract/json';
import type { PlanPrices } from '@site/contract/prices';
import type { Queryable } from './drain.ts';

/** A setting that cannot be used. The message is one sentence that names the remedy. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** Facts of `site.json` that mails and calendars show. They leave out what is undefined. */
export interface SiteFacts {
  readonly phone?: string;
  readonly hours?: DayHours;
  readonly videoTool?: string;
  /** An https address, for people whose day is confirmed only. */
  readonly videoLink?: string;
  /** The form on another site with which the file for a fund begins; undefined without one. */
  readonly preRegistrationUrl?: string;
  /** Completes « Nous vous répondons … ». */
  readonly replyTime?: string;
  /** Prices that are announced from now on, in whole euros with all taxes, and their regime of VAT. */
  readonly prices?: PlanPrices & {
    readonly vat?: string;
    /** Whether no tax is added to them, in the words of the pages. */
    readonly isNet?: boolean;
    /** The name with which mails to visitors are signed. */
    readonly trainer?: string;
    /** The clause of the agreement about leaving the training early. */
    readonly earlyLeave?: string;
    /** Days until an invoice is due: the owner's number, or for professionals that of the law. */
    readonly dueDays?: number;
    readonly professionalDueDays?: number;
    /** Whether a contrat asks for a deposit. */
    readonly deposit?: boolean;
    /** Texts that an agreement fixes (`AgreedTexts` of the contract). */
    readonly agreedTexts?: Readonly<Record<string, string>>;
  };
  /** Whether visitors get mails. A function learns it from the pages; undefined keeps the value of the database. */
  readonly visitorMails?: boolean;
}

/** The hours of the training day: HH:mm in Paris, on the same day. */
export interface DayHours {
  readonly from: string;
  readonly to: string;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TEXTS = ['phone', 'videoTool', 'replyTime', 'preRegistrationUrl'] as const;

/** Reads SITE_FACTS: `SiteFacts` as JSON. @throws SettingError */
export function readSiteFacts(given: string | undefined): SiteFacts {
  if (!given) return {};
  const facts = parse(given);
  if (!isObject(facts) || !areFacts(facts)) throw wrong();
  return facts as SiteFacts;
}

function areFacts({ hours, prices, videoLink, visitorMails, ...texts }: Record<string, unknown>): boolean {
  const areTexts = Object.entries(texts).every(
    ([name, value]) => (TEXTS as readonly string[]).includes(name) && typeof value === 'string',
  );
  const isLink = typeof videoLink === 'string' && videoLink.startsWith('https://') && URL.canParse(videoLink);
  return (
    areTexts &&
    (visitorMails === undefined || typeof visitorMails === 'boolean') &&
    (videoLink === undefined || isLink) &&
    (hours === undefined || (isObject(hours) && areHours(hours))) &&
    (prices === undefined || (isObject(prices) && arePrices(prices)))
  );
}

const arePrices = ({
  standard,
  funded,
  vat = '',
  isNet = false,
  trainer = '',
  earlyLeave = '',
  dueDays = 0,
  professionalDueDays = 0,
  deposit = false,
  agreedTexts = {},
}: Record<string, unknown>): boolean =>
  [standard, funded, dueDays, professionalDueDays].every(Number.isSafeInteger) &&
  [isNet, deposit].every((answer) => typeof answer === 'boolean') &&
  isObject(agreedTexts) &&
  [vat, trainer, earlyLeave, ...Object.values(agreedTexts)].every((text) => typeof text === 'string');

function areHours({ from, to }: Record<string, unknown>): boolean {
  return typeof from === 'string' && typeof to === 'string' && TIME.test(from) && TIME.test(to) && from < to;
}

/**
 * Stores the facts that the database needs: the link of the video call, which confirmed visitors read. If the facts
 * have them, also the hours of the day, whether visitors get mails, the prices of new requests, the regime of VAT,
 * when invoices are due, and the texts that an agreement fixes.
 */
export async function storeFacts(
  database: Queryable,
  { prices, videoLink, visitorMails, hours }: SiteFacts,
): Promise<void> {
  await database.query('select private.set_video_link($1)', [videoLink ?? null]);
  if (hours) await database.query('select private.set_day_hours($1)', [`${hours.from}–${hours.to}`]);
  if (visitorMails !== undefined) await database.query('select private.set_visitor_mails($1)', [visitorMails]);
  if (!prices) return;
  if (prices.vat) await database.query('select private.set_vat($1)', [prices.vat]);
  if (prices.agreedTexts)
    await database.query('select private.set_agreed_texts($1)', [JSON.stringify(prices.agreedTexts)]);
  const { dueDays = null, professionalDueDays = null, deposit = false } = prices;
  await database.query('select private.set_due_days($1, $2, $3)', [dueDays, professionalDueDays, deposit]);
  const cents = [prices.standard, prices.funded].map((euros) => euros * 100);
  await database.query('select private.set_prices($1, $2)', cents);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong();
  }
}

function wrong(): SettingError {
  return new SettingError(
    'SITE_FACTS must be JSON such as {"phone":"06 39 98 00 00","hours":{"from":"09:00","to":"17:30"},"videoTool":"…","videoLink":"https://…"}.',
  );
}

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
const MAX_SECONDS = 90;

/** Reads SMTP_TIMEOUT, the time limit for one mail in seconds. @returns milliseconds @throws SettingError */
export function readDeliveryMs(given: string | undefined, defaultSeconds: number): number {
  const seconds = given ? Number(given) : defaultSeconds;
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_SECONDS) return seconds * 1000;
  throw new SettingError(`SMTP_TIMEOUT must be a whole number of seconds from 1 to ${MAX_SECONDS}, not '${given}'.`);
}
