import type { Call } from '../../src/gateway/call';
import { CHECKS } from '../../src/gateway/checks/checks';
import { SECRET } from './recording-upstream';

export interface Asked {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<NodeJS.Dict<string>>;
  readonly body?: string;
  readonly siteOrigin?: string | undefined;
}

/** A call after the checks, with the refusal of the first that fails. */
export async function check({
  method = 'POST',
  target = '/rest/v1/contacts',
  headers,
  body = '{}',
  siteOrigin,
}: Asked) {
  const all = { apikey: 'key', 'content-type': 'application/json', ...headers };
  const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]]));
  const call: Call = {
    method,
    target,
    headers: Object.fromEntries(sent),
    anonKey: 'key',
    jwtSecret: SECRET,
    siteOrigin,
    receive: async () => Buffer.from(body),
    sent: {},
  };
  for (const { run } of CHECKS) {
    const refusal = await run(call);
    if (refusal) return { call, refusal, answer: `${refusal.status} ${refusal.body?.code ?? ''}`.trim() };
  }
  return { call, refusal: undefined, answer: 'accepted' };
}

export const answerTo = async (asked: Asked) => (await check(asked)).answer;
export const sentFor = async (asked: Asked) => {
  const { call, answer } = await check(asked);
  expect(answer).toBe('accepted');
  return call.sent;
};
