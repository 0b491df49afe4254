import { DAY_MS } from '@site/contract/today';
import { isBranch, isId, isName } from '@site/release-core/store/keys';
import { count, text } from '@site/release-core/wire/protocol';
import * as v from 'valibot';

// Unknown keys are refused: nothing is stored that this server does not understand.

const MAX_TEXTS = 5000;

/** Has no control characters, which would break logs and terminals. */
const line = v.pipe(text, v.regex(/^\P{Cc}*$/u));
const texts = v.pipe(v.array(line), v.maxLength(MAX_TEXTS));

const name = v.pipe(text, v.check(isName, 'is not a name such as booking'));
const id = v.pipe(text, v.check(isId, 'is not an id such as 1.0.0-ab12cd34ef'));

// Earlier publishers name the forms that they sent.
const pair = v.strictObject({ shell: id, name, id, routes: texts, forms: v.optional(texts) });

const ranJourney = v.strictObject({
  name,
  id,
  journey: line,
  touched: v.record(name, id),
  problem: v.nullable(line),
});

export const checksRequest = v.strictObject({
  pairs: v.pipe(v.array(pair), v.maxLength(100)),
  journeys: v.optional(v.pipe(v.array(ranJourney), v.maxLength(500)), () => []),
  durationMs: v.pipe(count, v.maxValue(DAY_MS)),
});

export const visitRequest = v.strictObject({
  seq: count,
  paths: v.pipe(v.array(line), v.minLength(1), v.maxLength(200)),
  problems: v.pipe(v.array(line), v.maxLength(200)),
});

/** A file name that the server serves: no slash, no leading dot. */
const file = v.pipe(v.string(), v.regex(/^[\w@+-][\w@.+-]{0,199}$/));
const hash = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const files = v.record(file, hash);

const route = v.strictObject({
  name: line,
  path: line,
  module: file,
  title: line,
  description: line,
  noindex: v.optional(v.literal(true)),
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
  maps: v.optional(files),
  size: v.strictObject({ bytes: count, brotli: count }),
  pageFiles: v.record(file, v.array(file)),
  requires: v.strictObject({
    react: line,
    sharedUi: texts,
    host: texts,
    backend: v.strictObject({ tables: v.record(line, texts), functions: v.record(line, texts) }),
    federation: v.optional(count),
  }),
  offers: v.optional(
    v.strictObject({
      react: line,
      sharedUi: texts,
      host: texts,
      routes: texts,
      federation: v.optional(count),
    }),
  ),
  source: v.pipe(v.string(), v.regex(/^[\w-]{0,100}$/)),
  sources: texts,
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{0,64}$/)),
  branch: v.optional(v.pipe(v.string(), v.check(isBranch, 'Invalid branch'))),
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
});

const provenance = v.strictObject({
  who: v.optional(line),
  commits: v.optional(texts),
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{0,64}$/)),
  author: line,
  isDirty: v.nullable(v.boolean()),
  promotedFrom: v.optional(line),
});

export const uploadRequest = v.strictObject({
  release,
  provenance,
  sizes: v.record(hash, count),
});
