import type { ServerResponse } from 'node:http';

interface ResponseHead {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Refusal extends ResponseHead {
  /** Null for an answer without a body. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** The log gets it: the reason and the remedy. */
  readonly advice?: string;
}

/** A text is JSON, unless the headers name another type. */
export type GatewayResponse = Refusal | (ResponseHead & { readonly text: string });

const RETRY_AFTER = { 'retry-after': '5' };

/** The gateway's own answers; those that hosted Supabase has too use its wording. */
export const refusals = {
  missingKey: {
    status: 401,
    body: {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    },
  },
  wrongKey: {
    status: 401,
    body: {
      message: 'Invalid API key',
      hint: 'Double check your Supabase `anon` or `service_role` API key.',
    },
  },
  noRoute: { status: 404, body: { message: 'no Route matched with those values' } },
  foreignOrigin: {
    status: 403,
    body: { code: 'FOREIGN_ORIGIN', message: 'The page that sent this is not of this site', details: null, hint: null },
  },
  tooLarge: {
    status: 413,
    body: { code: 'BODY_TOO_LARGE', message: 'The request body is too large', details: null, hint: null },
  },
  tooMany: {
    status: 429,
    // Forms read the seconds from the details, as those of RATE_LIMIT.
    body: { code: 'TOO_MANY_WAITING', message: 'Too many calls of this network are waiting', details: '5', hint: null },
    headers: RETRY_AFTER,
  },
  diskFull: {
    status: 503,
    body: { code: 'DISK_FULL', message: 'The disk of the database is full', details: null, hint: null },
    headers: RETRY_AFTER,
  },
  unavailable: {
    status: 503,
    body: { code: 'BACKEND_UNAVAILABLE', message: 'The database does not answer', details: null, hint: null },
    headers: RETRY_AFTER,
  },
} satisfies Record<string, Refusal>;

/** Sends the answer, even while the request's body is still arriving. */
export function sendResponse(response: ServerResponse, result: GatewayResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const text = 'text' in result ? result.text : result.body && JSON.stringify(result.body);
  response.writeHead(result.status, {
    'content-length': Buffer.byteLength(text ?? ''),
    ...(text !== null && { 'content-type': 'application/json; charset=utf-8' }),
    ...result.headers,
  });
  const request = response.req;
  // With its length the client can read the whole answer before the connection ends.
  if (request.method !== 'HEAD') response.write(text ?? '');
  // Closing a connection while the client still writes can lose the answer. The server ends a request that is too slow.
  if (request.complete || request.destroyed) response.end();
  else request.once('end', () => response.end()).resume();
}

interface Words {
  readonly message: string;
  readonly details?: string | undefined;
}

// Wording and key order of PostgREST 12.
const refusal = (status: number, code: string, words: string | Words): Refusal => {
  const { message, details }: Words = typeof words === 'string' ? { message: words } : words;
  return { status, body: { code, details: details ?? null, hint: null, message } };
};

/** A header that PostgREST adds to a refusal of role anon. */
export const SIGN_IN = { 'www-authenticate': 'Bearer' };

export const postgrestRefusals = {
  denied: (target: string): Refusal => ({
    ...refusal(401, '42501', `permission denied for ${target}`),
    headers: SIGN_IN,
  }),
  token: (why: string): Refusal => ({
    ...refusal(401, 'PGRST301', why),
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${why}"` },
  }),
  unknownTable: (name: string) => refusal(404, '42P01', `relation "public.${name}" does not exist`),
  unknownFunction: (name: string, given: readonly string[] = []) => {
    const called = given.length > 0 ? `(${given.join(', ')})` : ' without parameters';
    return refusal(404, 'PGRST202', `Could not find the function public.${name}${called} in the schema cache`);
  },
  functionMethod: (method: string) => refusal(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  contentType: (type: string) => refusal(415, 'PGRST102', `Content-Type not acceptable: ${type}`),
  parameter: (name: string, value: string) =>
    refusal(400, 'PGRST100', {
      message: `"failed to parse ${name} parameter (${value})" (line 1, column 1)`,
      details: `The parameter ${name} is not accepted with this value`,
    }),
  unknownColumn: (table: string, column: string) =>
    refusal(400, 'PGRST204', `Column '${column}' of relation '${table}' does not exist`),
  invalidBody: (details?: string) => refusal(400, 'PGRST102', { message: 'Empty or invalid json', details }),
};
