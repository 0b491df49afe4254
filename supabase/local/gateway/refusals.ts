import type { ServerResponse } from 'node:http';

type Refusal = { status: number; body: Record<string, string | null> };

/** Answers of the gateway itself, in the words of hosted Supabase where it has them. */
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
  tooLarge: {
    status: 413,
    body: { code: 'BODY_TOO_LARGE', message: 'The request body is too large', details: null, hint: null },
  },
  diskFull: {
    status: 503,
    body: { code: 'DISK_FULL', message: 'The disk of the database is full', details: null, hint: null },
  },
  unavailable: {
    status: 503,
    body: { code: 'BACKEND_UNAVAILABLE', message: 'The database does not answer', details: null, hint: null },
  },
} satisfies Record<string, Refusal>;

export function refuse(response: ServerResponse, { status, body }: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
