import { isDayCount, isNda } from '@site/contract/offer';
import { type DayPart, VAT_REGIMES } from '@site/contract/owner-facts';
import { isPrice } from '@site/contract/prices';
import { isDay } from '@site/contract/today';
import * as v from 'valibot';

// Types of values in `site.json`. An error message follows the name of the key: `"phone" must not be empty`.

type Message<Value> = string | ((issue: { readonly input: Value }) => string);

/** @param type the `rule` that the owner's space receives with the key */
export const rule = <Value>(type: string, test: (value: Value) => boolean, message: Message<Value>) => ({
  ...v.check(test, message),
  type,
});

const matches = (pattern: RegExp, message: string) => rule<string>('matches', (text) => pattern.test(text), message);

export const text = v.string();

export const requiredText = v.pipe(
  text,
  rule('min', (value: string) => value !== '', 'must not be empty'),
);

const givenText = v.optional(text);

const isAddress = (value: string) => value === '' || /^https?:\/\/[^/\s]+/.test(value);

export const address = v.pipe(
  text,
  rule('address', isAddress, 'must be empty or an address that begins with http:// or https://'),
);

export const origin = v.pipe(address, matches(/[^/]$|^$/, 'must not end with a slash'));

// This is as strict as what sends mails to it.
export const email = v.pipe(
  requiredText,
  matches(/^[^\s@<>",;:\\()[\]?&]+@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+$/u, 'must be an e-mail address'),
);

export const isSecure = (value: string) => value.startsWith('https://') && URL.canParse(value);

const secure = rule('address', isSecure, 'must be an address that begins with https://');

export const givenAddress = v.optional(v.pipe(text, secure));

export const day = v.pipe(
  text,
  rule('day', (value: string) => value === '' || isDay(value), 'must be empty or a day of the calendar, as yyyy-MM-dd'),
);

const given = <Fields extends v.ObjectEntries>(fields: Fields) => v.optional(v.strictObject(fields));

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const PLANS = ['standard', 'funded'] as const;

const time = v.pipe(requiredText, matches(TIME, 'must be a time of the day, as 09:30'));

// An invalid time has its own error message.
const isInOrder = ({ from, to }: DayPart) => from < to || !TIME.test(from) || !TIME.test(to);

const dayPart = v.pipe(
  v.strictObject({ from: time, to: time, text: requiredText }),
  rule('order', isInOrder, 'must end after it begins'),
);

const price = v.optional(v.pipe(text, rule('price', isPrice, 'must be whole euros, as "199"')));

const days = v.optional(v.pipe(text, rule('days', isDayCount, 'must be a number of days, as "30"')));

const papers = v.strictObject({
  title: givenText,
  region: givenText,
  earlyLeave: givenText,
  assistance: givenText,
  rules: givenText,
  vat: v.optional(v.picklist(VAT_REGIMES, `must be one of ${VAT_REGIMES.join(', ')}`)),
  quoteDays: days,
  paymentDays: days,
  deposit: v.optional(v.boolean()),
});

/**
 * The keys of `OwnerFacts`. All are optional in `site.json`, and `withoutEmpty` drops empty ones. `readOwnerFiles`
 * replaces names of files with addresses.
 */
export const ownerFacts = {
  trainer: given({ name: requiredText, path: requiredText, photo: givenText }),
  day: v.optional(v.array(dayPart)),
  tools: v.optional(v.array(v.strictObject({ name: requiredText, use: givenText, cost: givenText }))),
  leadSources: v.optional(v.array(requiredText)),
  videoTool: givenText,
  afterSupport: givenText,
  programmePdf: givenText,
  replyTime: givenText,
  prices: given({ standard: price, funded: price }),
  payment: given({ when: givenText, how: givenText, advance: givenText, refusal: givenText }),
  guarantee: given({
    deadline: requiredText,
    plans: v.optional(v.array(v.picklist(PLANS, `must be one of ${PLANS.join(', ')}`)), ['standard']),
  }),
  nda: v.optional(v.pipe(text, rule('nda', isNda, 'must be a number of eleven digits, or "en cours"'))),
  qualiopi: given({ category: requiredText, certificate: requiredText }),
  mediator: given({ name: requiredText, address: requiredText, url: v.pipe(requiredText, secure) }),
  dataHost: given({ name: requiredText, address: requiredText, transfers: requiredText }),
  datesMeaning: givenText,
  testimonialsCollection: givenText,
  sendsFundingFile: v.optional(v.boolean()),
  papers: v.optional(papers),
  hiddenPromises: v.optional(v.array(requiredText)),
  visitorMails: v.optional(v.boolean()),
};
