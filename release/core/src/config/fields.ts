import { array, type ISchema, type ObjectShape, object, string } from 'yup';

/** Types of values in `site.json`. Each error message names the key and the remedy. */

export const text = () => string().strict().defined();

export const requiredText = () => text().min(1, ({ path }) => `"${path}" must not be empty`);

export const givenText = () =>
  string()
    .strict()
    .min(1, ({ path }) => `"${path}" is empty: leave the key out`);

export const address = () =>
  text().test(
    'address',
    ({ path }) => `"${path}" must be empty or an address that begins with http:// or https://`,
    (value) => value === '' || /^https?:\/\/[^/\s]+/.test(value),
  );

export const secureAddress = () =>
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

export const givenList = <T>(one: ISchema<T>) =>
  array(one as ISchema<T> & { __isYupSchema__: true })
    .strict()
    .min(1, ({ path }) => `"${path}" is empty: leave the key out`);
