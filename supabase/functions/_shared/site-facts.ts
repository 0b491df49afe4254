import { SettingError } from './setting-error.ts';

/** Facts of `site.json` that mails and calendars show. They leave out what is undefined. */
export interface SiteFacts {
  readonly phone?: string;
  readonly hours?: DayHours;
  /** Name of the video call software. */
  readonly videoTool?: string;
  /** An https address, for people whose day is confirmed only. */
  readonly videoLink?: string;
  /** Completes « Nous vous répondons … ». */
  readonly replyTime?: string;
  /** Prices of the two plans, written out. */
  readonly prices?: { readonly standard: string; readonly funded: string };
}

/** When the training day begins and ends: HH:mm in Paris, on the same day. */
export interface DayHours {
  readonly from: string;
  readonly to: string;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TEXTS = ['phone', 'videoTool', 'replyTime'] as const;

/** Reads SITE_FACTS: `SiteFacts` as JSON. @throws SettingError */
export function readSiteFacts(given: string | undefined): SiteFacts {
  if (!given) return {};
  const facts = parse(given);
  if (!isObject(facts) || !areFacts(facts)) throw wrong();
  return facts as SiteFacts;
}

function areFacts({ hours, prices, videoLink, ...texts }: Record<string, unknown>): boolean {
  const areTexts = Object.entries(texts).every(
    ([name, value]) => (TEXTS as readonly string[]).includes(name) && typeof value === 'string',
  );
  const isLink = typeof videoLink === 'string' && videoLink.startsWith('https://') && URL.canParse(videoLink);
  return (
    areTexts &&
    (videoLink === undefined || isLink) &&
    (hours === undefined || (isObject(hours) && areHours(hours))) &&
    (prices === undefined ||
      (isObject(prices) && [prices.standard, prices.funded].every((one) => typeof one === 'string')))
  );
}

function areHours({ from, to }: Record<string, unknown>): boolean {
  return typeof from === 'string' && typeof to === 'string' && TIME.test(from) && TIME.test(to) && from < to;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong();
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function wrong(): SettingError {
  return new SettingError(
    'SITE_FACTS must be JSON such as {"phone":"06 39 98 00 00","hours":{"from":"09:00","to":"17:30"},"videoTool":"…","videoLink":"https://…"}.',
  );
}
