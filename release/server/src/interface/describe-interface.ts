import { PROBLEMS, type ProblemWord, RELEASE_INTERFACE } from '@site/release-core/wire/wire';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { BYTES, ENDPOINTS, type Endpoint, PROBLEMS_OF_ALL, PROBLEMS_OF_OTHERS } from './endpoints';
import { PROBLEM_KINDS } from './problem-error';

const text = v.string();

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
