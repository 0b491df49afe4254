import { STORE } from '@site/contract/stored-files';
import * as v from 'valibot';
import type { JourneyRun } from '../checks/journeys';
import type { FactRefusal } from '../config/site-config';
import type { ReleaseName } from '../store/keys';
import type { Holds } from '../store/revision';

/** Path of the release interface on a site's server. See docs/decisions/021-release-interface.md. */
export const RELEASE_INTERFACE = '/release/v1';

/** Prefixes of the keys that a grant may read. A key that ends with a slash lists the names below it. */
export const READABLE_PREFIXES = [
  `${STORE.revisions}/`,
  'r/',
  'node/',
  'checks/',
  'bodies/',
  'publications/',
  'backend/',
] as const;

export const mapsPrefix = (name: string) => `maps/${name}/`;

/**
 * The caller sends missing contents with `PUT uploads/<upload>/<hash>`, in base64url without `sha384-`, then
 * `POST uploads/<upload>/commit`. The same release gets the same id, so that an interrupted upload can continue.
 */
export const uploadAnswer = v.object({
  upload: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
  missing: v.array(v.string()),
});
export type UploadAnswer = v.InferOutput<typeof uploadAnswer>;

export const commitAnswer = v.object({
  release: v.object({ name: v.string(), id: v.string() }),
  outcome: v.picklist(['new', 'known', 'repaired']),
});
export type CommitAnswer = v.InferOutput<typeof commitAnswer>;

/** RFC 9457: the end of the `type` of each problem, and its status. */
export const PROBLEMS = {
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  malformed: 400,
  'wrong-type': 415,
  conflict: 409,
  'not-checked': 412,
  held: 423,
  refused: 422,
  'too-large': 413,
  'wrong-content': 422,
  'too-many': 429,
  'too-slow': 408,
  'no-room': 507,
  failed: 500,
  unavailable: 503,
} as const;
export type ProblemWord = keyof typeof PROBLEMS;

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** A `conflict` has the newer state's number and change. */
  readonly seq?: number;
  readonly change?: unknown;
  /** `not-checked` has the pairs of shell and remote that no check in a browser covers. */
  readonly pairs?: readonly (ReleaseName & { readonly shell: string })[];
  /** `not-checked` has the journeys that nobody has run in this state. */
  readonly journeys?: readonly Pick<JourneyRun, 'name' | 'id' | 'journey'>[];
  /** `refused` has the facts that do not pass the checks of `site.json`. */
  readonly facts?: readonly FactRefusal[];
  /** `held` says why, by whom and since when, for each held part. */
  readonly holds?: Holds;
}

const LONGEST_TEXT = 2000;
const MAX_TEXTS = 50;

export const text = v.pipe(v.string(), v.maxLength(LONGEST_TEXT));
export const texts = v.pipe(v.array(text), v.maxLength(MAX_TEXTS));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const optionalText = v.optional(text);
export const optionalTexts = v.optional(texts, () => []);
export const optionalFlag = v.optional(v.boolean(), false);

/** What every command takes. Each change and query declares what it takes besides. */
const COMMON = {
  words: texts,
  why: v.optional(text, ''),
  /** Number of the change that the caller saw. Answers 409 when one of the command's parts has changed since. */
  seq: v.optional(count),
  isDry: optionalFlag,
};

export type CommonInput = v.InferOutput<v.StrictObjectSchema<typeof COMMON, undefined>>;
export type InputOf<Input extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Input, undefined>>;

/** Body of `POST commands/<command>`. Unknown keys are refused: this version would not do what they ask. */
export const bodySchema = <Input extends v.ObjectEntries>(input: Input) => v.strictObject({ ...COMMON, ...input });
