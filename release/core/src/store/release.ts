import * as v from 'valibot';
import { isBranch, isId, isName } from './keys';

// The shapes are strict: a site takes no release from elsewhere that has a key it does not understand.

const LONGEST_TEXT = 2000;
const MAX_TEXTS = 5000;

/** Has no control characters, which would break logs and terminals. */
export const line = v.pipe(v.string(), v.maxLength(LONGEST_TEXT), v.regex(/^\P{Cc}*$/u));
export const lines = v.pipe(v.array(line), v.maxLength(MAX_TEXTS));

export const name = v.pipe(line, v.check(isName, 'is not a name such as booking'));
export const id = v.pipe(line, v.check(isId, 'is not an id such as 1.0.0-ab12cd34ef'));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A file name that the server serves: no slash, no leading dot. */
const file = v.pipe(v.string(), v.regex(/^[\w@+-][\w@.+-]{0,199}$/));
const hash = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const files = v.record(file, hash);
/** Empty outside a git checkout. */
const commit = v.pipe(v.string(), v.regex(/^[0-9a-f]{0,64}$/));

const route = v.strictObject({
  name: line,
  path: line,
  module: file,
  title: line,
  description: line,
  noindex: v.optional(v.literal(true)),
});

export const offers = v.strictObject({
  react: line,
  sharedUi: lines,
  host: lines,
  /** Names of the routes that the shell needs to render a page. */
  routes: lines,
  /** The lowest `FEDERATION_FORMAT` of containers that it runs; missing for 1. */
  federation: v.optional(count),
});

const release = v.strictObject({
  name,
  id,
  version: line,
  entry: file,
  container: v.pipe(v.string(), v.regex(/^[\w.+-]{0,200}$/)),
  routes: v.pipe(v.array(route), v.maxLength(200)),
  private: v.optional(v.literal(true)),
  files,
  nodeFiles: files,
  /** Hashes of the compressed source maps, by the name of their script; missing for a build without any. */
  maps: v.exactOptional(files),
  /** Bytes of the client files, uncompressed and as sent to browsers that accept Brotli. */
  size: v.strictObject({ bytes: count, brotli: count }),
  /** Scripts of each page in addition to the entry, by the name of its module. */
  pageFiles: v.record(file, v.array(file)),
  requires: v.strictObject({
    react: line,
    sharedUi: lines,
    host: lines,
    backend: v.strictObject({ tables: v.record(line, lines), functions: v.record(line, lines) }),
    federation: v.optional(count),
  }),
  offers: v.exactOptional(offers),
  source: v.pipe(v.string(), v.regex(/^[\w-]{0,100}$/)),
  sources: lines,
  commit,
  /** The branch of its first publication; missing outside a branch, or if an address cannot contain its name. */
  branch: v.exactOptional(v.pipe(v.string(), v.check(isBranch, 'Invalid branch'))),
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
});

/** Where a release comes from. It names people, so the site does not serve it. */
export const provenance = v.strictObject({
  who: v.exactOptional(line),
  /** Subjects of the commits since the active release, the latest first. */
  commits: v.exactOptional(lines),
  commit,
  /** Wrote the commit; empty outside a checkout. */
  author: line,
  /** Whether the sources differed from the commit; null outside a checkout. */
  isDirty: v.nullable(v.boolean()),
  promotedFrom: v.exactOptional(line),
});

/** Body of `POST uploads`. */
export const uploadRequest = v.strictObject({ release, provenance, sizes: v.record(hash, count) });

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value;

export type Release = DeepReadonly<v.InferOutput<typeof release>>;
export type Offers = DeepReadonly<v.InferOutput<typeof offers>>;
export type PublishedBy = Pick<Provenance, 'who' | 'commits'>;
export type UploadRequest = { readonly release: Release; readonly provenance: Provenance } & DeepReadonly<
  Pick<v.InferOutput<typeof uploadRequest>, 'sizes'>
>;

export type Provenance = DeepReadonly<v.InferOutput<typeof provenance>> & {
  /** The site sets these for a release from elsewhere: its grant's id and when its upload began. */
  readonly grant?: string;
  readonly at?: string;
};
