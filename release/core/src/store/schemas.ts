import * as v from 'valibot';
import { DamageError, FormatError, type SealedValue } from '../integrity';
import type { Release } from './release';
import type { Revision } from './revision';

// Unknown keys are accepted: an older server reads what a newer one has stored.

const text = v.string();
const texts = v.array(text);
const optionalText = v.optional(text);
const recordOf = <Schema extends v.GenericSchema>(one: Schema) => v.record(text, one);

const inactive = { previous: texts, revoked: texts };
const partChange = { name: text, from: optionalText, to: optionalText };

const hold = v.looseObject({ kind: text, why: text, who: text, at: text, seq: v.number() });

const revision = v.looseObject({
  seq: v.pipe(v.number(), v.integer()),
  releases: recordOf(v.looseObject({ active: text, ...inactive })),
  deactivated: v.optional(recordOf(v.looseObject(inactive))),
  redirects: v.optional(recordOf(text)),
  holds: v.optional(recordOf(hold)),
  data: v.looseObject({
    site: v.looseObject({}),
    backend: v.looseObject({ url: text, anonKey: text }),
    composedOn: text,
    edited: v.optional(recordOf(v.union([text, v.boolean(), texts]))),
  }),
  pages: recordOf(
    v.looseObject({
      body: text,
      template: optionalText,
      contentType: text,
      contentSecurityPolicy: text,
      private: v.optional(v.literal(true)),
    }),
  ),
  since: recordOf(text),
  change: v.looseObject({
    command: text,
    parts: v.array(v.looseObject(partChange)),
    revoked: optionalText,
    held: v.optional(v.looseObject({ kind: text, parts: texts })),
    resumed: v.optional(texts),
    facts: v.optional(texts),
    accepted: v.optional(texts),
    watchedDays: v.optional(v.number()),
    why: text,
    who: text,
    grant: optionalText,
    at: text,
  }),
});

const release = v.looseObject({
  name: text,
  id: text,
  version: text,
  entry: text,
  container: text,
  routes: v.array(v.looseObject({ name: text, path: text, module: text, title: text, description: text })),
  files: recordOf(text),
  nodeFiles: recordOf(text),
  maps: v.optional(recordOf(text)),
  size: v.looseObject({ bytes: v.number(), brotli: v.number() }),
  pageFiles: recordOf(texts),
  requires: v.looseObject({
    react: text,
    sharedUi: texts,
    host: texts,
    backend: v.looseObject({ tables: recordOf(texts), functions: recordOf(texts) }),
    federation: v.optional(v.number()),
  }),
  private: v.optional(v.literal(true)),
  offers: v.optional(
    v.looseObject({ react: text, sharedUi: texts, host: texts, routes: texts, federation: v.optional(v.number()) }),
  ),
  source: text,
  sources: texts,
  commit: text,
  branch: v.optional(text),
  publishedAt: text,
});

/** @throws DamageError that names the key; FormatError for an earlier form */
export const parseRevision = (stored: SealedValue) => validate<Revision>(revision, stored);

/** @throws DamageError that names the key; FormatError for an earlier form */
export const parseRelease = (stored: SealedValue) => validate<Release>(release, stored);

/** Returns the value itself, because two revisions' data are compared as text, in the stored order of keys. */
function validate<Value>(schema: v.GenericSchema, { value, format }: SealedValue): Value {
  const { issues } = v.safeParse(schema, value, { abortEarly: true });
  if (!issues) return value as Value;
  if (format === undefined) throw new FormatError('earlier');
  const [issue] = issues;
  throw new DamageError(
    `its key "${v.getDotPath(issue)}" ${issue.received === 'undefined' ? 'is missing' : 'has another form'}`,
  );
}
