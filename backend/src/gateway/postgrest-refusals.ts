import type { Refusal } from './refusals';

const LONGEST_QUOTE = 100;

interface Words {
  readonly message: string;
  readonly details?: string;
  readonly hint?: string;
}

// Wording and key order of PostgREST 12.
const refusal = (status: number, code: string, words: string | Words): Refusal => {
  const { message, details, hint }: Words = typeof words === 'string' ? { message: words } : words;
  return { status, body: { code, details: details ?? null, hint: hint ?? null, message } };
};

const quote = (text: string) => text.slice(0, LONGEST_QUOTE);

export const postgrestRefusals = {
  denied: (table: string): Refusal => ({
    ...refusal(401, '42501', `permission denied for table ${table}`),
    headers: { 'www-authenticate': 'Bearer' },
  }),
  deniedFunction: (name: string): Refusal => ({
    ...refusal(401, '42501', `permission denied for function ${name}`),
    headers: { 'www-authenticate': 'Bearer' },
  }),
  token: (why: string): Refusal => ({
    ...refusal(401, 'PGRST301', why),
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${why}"` },
  }),
  unknownTable: (name: string) => refusal(404, '42P01', `relation "public.${quote(name)}" does not exist`),
  unknownFunction: (name: string) =>
    refusal(
      404,
      'PGRST202',
      `Could not find the function public.${quote(name)} without parameters in the schema cache`,
    ),
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
  unknownColumn: (table: string, column: string) =>
    refusal(400, 'PGRST204', `Column '${quote(column)}' of relation '${table}' does not exist`),
  identityColumn: (column: string) =>
    refusal(400, '428C9', {
      message: `cannot insert a non-DEFAULT value into column "${column}"`,
      details: `Column "${column}" is an identity column defined as GENERATED ALWAYS.`,
      hint: 'Use OVERRIDING SYSTEM VALUE to override.',
    }),
  invalidBody: (details?: string) =>
    refusal(400, 'PGRST102', { message: 'Empty or invalid json', ...(details !== undefined && { details }) }),
};
