import type { Refusal } from './refusals';

const LONGEST_QUOTE = 100;

interface Words {
  readonly message: string;
  readonly details?: string | undefined;
}

// Wording and key order of PostgREST 12.
const refusal = (status: number, code: string, words: string | Words): Refusal => {
  const { message, details }: Words = typeof words === 'string' ? { message: words } : words;
  return { status, body: { code, details: details ?? null, hint: null, message } };
};

const quote = (text: string) => text.slice(0, LONGEST_QUOTE);

/** What PostgREST adds to a refusal of role anon. */
export const SIGN_IN = { 'www-authenticate': 'Bearer' };

export const postgrestRefusals = {
  denied: (what: string): Refusal => ({
    ...refusal(401, '42501', `permission denied for ${what}`),
    headers: SIGN_IN,
  }),
  token: (why: string): Refusal => ({
    ...refusal(401, 'PGRST301', why),
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${why}"` },
  }),
  unknownTable: (name: string) => refusal(404, '42P01', `relation "public.${quote(name)}" does not exist`),
  unknownFunction: (name: string, given: readonly string[] = []) => {
    const called = given.length > 0 ? `(${quote(given.join(', '))})` : ' without parameters';
    return refusal(404, 'PGRST202', `Could not find the function public.${quote(name)}${called} in the schema cache`);
  },
  functionMethod: (method: string) => refusal(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  unsupportedMethod: (method: string) => refusal(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  unknownSchema: refusal(406, 'PGRST106', 'The schema must be one of the following: public'),
  contentType: (type: string) => refusal(415, 'PGRST102', `Content-Type not acceptable: ${quote(type)}`),
  contentEncoding: (encoding: string) =>
    refusal(415, 'PGRST102', `Content-Encoding not acceptable: ${quote(encoding)}`),
  mediaType: (accept: string) => refusal(415, 'PGRST107', `None of these media types are available: ${quote(accept)}`),
  parameter: (name: string, value: string) =>
    refusal(400, 'PGRST100', {
      message: `"failed to parse ${quote(name)} parameter (${quote(value)})" (line 1, column 1)`,
      details: `The parameter ${quote(name)} is not accepted with this value`,
    }),
  invalidDay: (value: string) =>
    refusal(400, '22007', `invalid input syntax for type date: "${quote(value)}", write yyyy-MM-dd`),
  noDay: (value: string) => refusal(400, '22008', `date/time field value out of range: "${value}"`),
  unknownColumn: (table: string, column: string) =>
    refusal(400, 'PGRST204', `Column '${quote(column)}' of relation '${table}' does not exist`),
  unlikeRows: refusal(400, 'PGRST102', 'All object keys must match'),
  notOneRow: (count: number) =>
    refusal(406, 'PGRST116', {
      message: 'JSON object requested, multiple (or no) rows returned',
      details: `The result contains ${count} rows`,
    }),
  invalidBody: (details?: string) => refusal(400, 'PGRST102', { message: 'Empty or invalid json', details }),
};
