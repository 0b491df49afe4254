import * as v from 'valibot';
import type { Right } from './protocol';

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

/** An option as it is typed. */
export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly value?: string;
  readonly description: string;
  /** What the site calls it; its name by default. */
  readonly key?: string;
  /** The site takes a number. */
  readonly isCount?: true;
}

export type Flags = Readonly<Record<string, Flag>>;

export interface CommandRow {
  /** The words that are typed after the name. */
  readonly usage: string;
  readonly description: string;
  /** Required words; none by default. */
  readonly minWords?: number;
  /** Words that it takes; by default the required ones. */
  readonly maxWords?: number;
  /** All commands have the common ones besides. */
  readonly flags?: Flags;
}

/** A command that runs on a site. Only the owner's space asks for one without usage and description. */
export interface SiteCommandRow extends Partial<CommandRow> {
  /** What a grant needs. Every grant may read. */
  readonly right?: Right;
  readonly perHour?: 'editsPerHour';
}
