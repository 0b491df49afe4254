import { array, boolean, type ISchema, type ObjectShape, object, string } from 'yup';

// Types of values in `site.json`. Each error message names the key and the remedy.

export const text = () => string().strict().defined();

export const requiredText = () => text().min(1, ({ path }) => `"${path}" must not be empty`);

const givenText = () =>
  string()
    .strict()
    .min(1, ({ path }) => `"${path}" is empty: leave the key out`);

export const address = () =>
  text().test(
    'address',
    ({ path }) => `"${path}" must be empty or an address that begins with http:// or https://`,
    (value) => value === '' || /^https?:\/\/[^/\s]+/.test(value),
  );

const secureAddress = () =>
  requiredText().test('address', ({ path }) => `"${path}" must be an address that begins with https://`, isSecure);

export const givenAddress = () =>
  givenText().test(
    'address',
    ({ path }) => `"${path}" must be an address that begins with https://`,
    (value) => value === undefined || isSecure(value),
  );

export const isSecure = (value: string) => value.startsWith('https://') && URL.canParse(value);

export const day = () =>
  text().test(
    'day',
    ({ path }) => `"${path}" must be empty or a day of the calendar, as yyyy-MM-dd`,
    (value) => value === '' || isDay(value),
  );

// Date reads the 30th of February as the 2nd of March, so only a real day is the same when it is written again.
function isDay(value: string): boolean {
  const read = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(`${value}T`);
}

export const closed = <T extends ObjectShape>(fields: T) => object(fields).strict().noUnknown().required();

/** An optional object. Without `default(undefined)`, yup creates one from the defaults of its fields. */
export const optional = <T extends ObjectShape>(fields: T) =>
  object(fields).strict().noUnknown().default(undefined).optional();

const givenList = <T>(one: ISchema<T>) =>
  array(one as ISchema<T> & { __isYupSchema__: true })
    .strict()
    .min(1, ({ path }) => `"${path}" is empty: leave the key out`);

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const PLANS = ['standard', 'funded'] as const;

const time = () => requiredText().matches(TIME, ({ path }) => `"${path}" must be a time of the day, as 09:30`);

const dayPart = closed({ from: time(), to: time(), text: requiredText() }).test(
  'order',
  ({ path }) => `"${path}" must end after it begins`,
  // An invalid time has its own error message.
  ({ from, to }) => from < to || !TIME.test(from) || !TIME.test(to),
);

const payment = optional({ when: givenText(), how: givenText(), advance: givenText(), refusal: givenText() }).test(
  'some',
  ({ path }) => `"${path}" holds nothing: give one of when, how, advance, refusal, or leave the key out`,
  (value) => value === undefined || Object.keys(value).length > 0,
);

/** The keys of `OwnerFacts`, all optional in `site.json`. `readOwnerFiles` replaces names of files with addresses. */
export const ownerFacts = {
  trainer: optional({ name: requiredText(), path: requiredText(), photo: givenText() }),
  day: givenList(dayPart),
  tools: givenList(closed({ name: requiredText(), use: givenText(), cost: givenText() })),
  leadSources: givenList(requiredText()),
  videoTool: givenText(),
  afterSupport: givenText(),
  programmePdf: givenText(),
  replyTime: givenText(),
  payment,
  guarantee: optional({
    deadline: requiredText(),
    plans: givenList(
      requiredText().oneOf(PLANS, ({ path }) => `"${path}" must be one of ${PLANS.join(', ')}`),
    ).required(),
  }),
  nda: givenText().matches(/^(\d\s?){11}$/, {
    message: ({ path }: { readonly path: string }) => `"${path}" must be a number of eleven digits`,
    excludeEmptyString: true,
  }),
  qualiopi: optional({ category: requiredText(), certificate: requiredText() }),
  mediator: optional({ name: requiredText(), address: requiredText(), url: secureAddress() }),
  dataHost: optional({ name: requiredText(), address: requiredText(), transfers: requiredText() }),
  datesMeaning: givenText(),
  testimonialsCollection: givenText(),
  sendsFundingFile: boolean().strict(),
  visitorMails: boolean().strict(),
};
