import * as v from 'valibot';

const LONGEST_TEXT = 2000;
const MOST_TEXTS = 50;

export const text = v.pipe(v.string(), v.maxLength(LONGEST_TEXT));
export const texts = v.pipe(v.array(text), v.maxLength(MOST_TEXTS));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const optionalText = v.optional(text);
export const optionalTexts = v.optional(texts, () => []);
export const isTrue = v.optional(v.boolean(), false);

/** What every command takes. Each change and query declares what it takes besides. */
const COMMON = {
  words: texts,
  why: v.optional(text, ''),
  /** Number of the change that the caller saw. Answers 409 when one of the command's parts has changed since. */
  seq: v.optional(count),
  isDry: isTrue,
};

export type CommonInput = v.InferOutput<v.StrictObjectSchema<typeof COMMON, undefined>>;
export type InputOf<Input extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Input, undefined>>;

/** Body of `POST commands/<command>`. Unknown keys are refused: nothing is done that this version does not understand. */
export const bodySchema = <Input extends v.ObjectEntries>(input: Input) => v.strictObject({ ...COMMON, ...input });
