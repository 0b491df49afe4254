import type { Call } from '../../src/gateway/call';
import { CHECKS } from '../../src/gateway/checks/checks';
import { SECRET } from './recording-database';

export interface CallInput {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<NodeJS.Dict<string>>;
  readonly body?: string;
  readonly siteOrigin?: string | undefined;
}

/** An unchecked call, with the public key and JSON. */
export function callOf({
  method = 'POST',
  target = '/rest/v1/contacts',
  headers,
  body = '{}',
  siteOrigin,
}: CallInput): Call {
  const all = { apikey: 'key', 'content-type': 'application/json', ...headers };
  const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]]));
  return {
    method,
    target,
    headers: Object.fromEntries(sent),
    anonKey: 'key',
    jwtSecret: SECRET,
    siteOrigin,
    receive: async (limit) => (body.length > limit ? null : Buffer.from(body)),
  };
}

/** The call after the checks, with the refusal of the first that fails. */
export async function check(input: CallInput) {
  const call = callOf(input);
  for (const { run } of CHECKS) {
    const refusal = await run(call);
    if (refusal) return { call, refusal, answer: `${refusal.status} ${refusal.body?.code ?? ''}`.trim() };
  }
  return { call, refusal: undefined, answer: 'accepted' };
}

/** The status and code of the refusal, or 'accepted'. */
export const answerTo = async (input: CallInput) => (await check(input)).answer;
