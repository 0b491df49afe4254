import { requestOf } from '@site/release-core/wire/input';
import { PROBLEMS, type ProblemWord, RELEASE_INTERFACE } from '@site/release-core/wire/wire';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { COMMANDS } from './execute';
import { PROBLEM_KINDS } from './problem-error';
import { checksRequest, uploadRequest, visitRequest } from './schemas';

/** Stands for a body of raw bytes instead of JSON. */
export const BYTES = 'bytes';

type Shape = v.GenericSchema | typeof BYTES;

export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Relative to the interface's address. */
  readonly path: string;
  readonly summary: string;
  readonly body?: Shape;
  readonly status: 200 | 201 | 204;
  readonly answer?: Shape;
  /** In addition to `PROBLEMS_OF_ALL`. */
  readonly problems: readonly ProblemWord[];
}

const text = v.string();

/** What `POST commands/{command}` takes: one form for each command. */
const anyCommand = v.union(Object.values(COMMANDS).map(({ load }) => requestOf(load().input)));
const releaseName = v.strictObject({ name: text, id: text });

const commandAnswer = v.strictObject({ json: v.unknown() });
const sessionAnswer = v.strictObject({ token: text, until: text });
const uploadAnswer = v.strictObject({ upload: text, missing: v.array(text) });
const commitAnswer = v.strictObject({ release: releaseName, outcome: v.picklist(['new', 'known', 'mended']) });

const OF_JSON_BODIES = ['malformed', 'wrong-type', 'too-large', 'too-slow'] as const;

export const PROBLEMS_OF_ALL: readonly ProblemWord[] = ['unauthenticated', 'too-many', 'unavailable', 'failed'];
/** For addresses and methods that are not listed. */
export const PROBLEMS_OF_OTHERS: readonly ProblemWord[] = ['not-found', 'method-not-allowed'];

/** The OpenAPI description is generated from this list, and a test compares the server with it. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/',
    summary: 'This description',
    status: 200,
    answer: v.looseObject({ openapi: text }),
    problems: [],
  },
  {
    method: 'POST',
    path: '/identity',
    summary: 'Exchanges the identity token of a CI, once, for a token of half an hour',
    status: 201,
    answer: sessionAnswer,
    problems: ['refused', 'no-room'],
  },
  {
    method: 'POST',
    path: '/commands/{command}',
    summary: `Runs one of ${Object.keys(COMMANDS).join(', ')}`,
    body: anyCommand,
    status: 200,
    answer: commandAnswer,
    problems: [...OF_JSON_BODIES, 'not-found', 'forbidden', 'conflict', 'not-checked', 'held', 'refused', 'no-room'],
  },
  {
    method: 'GET',
    path: '/store/{key}',
    summary: 'A value of the store as bytes; the names below a key that ends with a slash as JSON',
    status: 200,
    answer: BYTES,
    problems: ['not-found'],
  },
  {
    method: 'HEAD',
    path: '/store/{key}',
    summary: 'Whether the store has a value',
    status: 200,
    problems: ['not-found'],
  },
  {
    method: 'POST',
    path: '/uploads',
    summary: 'Describes a release, and answers with the contents that are missing',
    body: uploadRequest,
    status: 201,
    answer: uploadAnswer,
    problems: [...OF_JSON_BODIES, 'forbidden', 'conflict', 'refused', 'no-room'],
  },
  {
    method: 'PUT',
    path: '/uploads/{upload}/{content}',
    summary: 'Sends a content; its address is its SHA-384 in base64url',
    body: BYTES,
    status: 204,
    problems: ['not-found', 'wrong-type', 'too-large', 'too-slow', 'wrong-content', 'no-room'],
  },
  {
    method: 'POST',
    path: '/uploads/{upload}/commit',
    summary: 'Creates the release when all its contents are uploaded',
    status: 200,
    answer: commitAnswer,
    problems: ['not-found', 'forbidden', 'conflict', 'refused', 'wrong-content', 'no-room'],
  },
  {
    method: 'POST',
    path: '/checks',
    summary: 'Stores the browser checks of another machine',
    body: checksRequest,
    status: 204,
    problems: [...OF_JSON_BODIES, 'forbidden', 'refused', 'no-room'],
  },
  {
    method: 'POST',
    path: '/visits',
    summary: 'Stores what a browser of another machine saw on the live pages of a watched change',
    body: visitRequest,
    status: 204,
    problems: [...OF_JSON_BODIES, 'forbidden', 'refused', 'no-room'],
  },
];

export const problemSchema = v.strictObject({
  type: v.picklist(PROBLEMS.map((word) => `${RELEASE_INTERFACE}/problems/${word}`)),
  title: text,
  status: v.number(),
  detail: text,
  seq: v.optional(v.number()),
  change: v.optional(v.unknown()),
  pairs: v.optional(v.array(v.strictObject({ shell: text, name: text, id: text }))),
  facts: v.optional(v.array(v.strictObject({ key: text, rule: text }))),
  holds: v.optional(
    v.record(
      text,
      v.strictObject({
        kind: v.picklist(['rollback', 'guard', 'hold']),
        why: text,
        who: text,
        at: text,
        seq: v.number(),
      }),
    ),
  ),
});

export function describeInterface() {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of ENDPOINTS) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describe(endpoint),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Release interface',
      version: '1',
      description: `Releases from other machines. Each problem is an RFC 9457 document whose type ends with one of its words. Other addresses and methods answer ${PROBLEMS_OF_OTHERS.join(', ')}.`,
    },
    servers: [{ url: RELEASE_INTERFACE }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(problemSchema) },
    },
  };
}

function describe({ path, summary, body, status, answer, problems }: Endpoint) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    summary,
    ...(names.length > 0 && {
      parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    }),
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: {
      [status]: { description: summary, ...(answer && { content: contentOf(answer) }) },
      ...byStatus([...PROBLEMS_OF_ALL, ...problems]),
    },
  };
}

/** Several problems can share a status, and OpenAPI has one response per status. */
function byStatus(words: readonly ProblemWord[]) {
  const statuses = [...new Set(words.map((word) => PROBLEM_KINDS[word].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = words.filter((word) => PROBLEM_KINDS[word].status === status);
      const description = ofStatus.map((word) => `${word}: ${PROBLEM_KINDS[word].title}`).join(' ');
      const schema = { $ref: '#/components/schemas/Problem' };
      return [status, { description, content: { 'application/problem+json': { schema } }, 'x-problems': ofStatus }];
    }),
  );
}

const contentOf = (shape: NonNullable<Endpoint['body']>) =>
  shape === BYTES ? { 'application/octet-stream': {} } : { 'application/json': { schema: schemaOf(shape) } };

/** JSON Schema cannot express some rules, such as those for names. Only the server checks them. */
const schemaOf = (schema: v.GenericSchema) => toJsonSchema(schema, { target: 'draft-2020-12', errorMode: 'ignore' });
