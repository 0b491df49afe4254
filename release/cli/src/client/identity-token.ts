import { isLoopback } from '@site/release-core/site-address';
import { UserError } from '@site/release-core/user-error';
import * as v from 'valibot';

const RENEW_AFTER_MS = 120_000;
const DEADLINE_MS = 15_000;
const TRIES = 3;

const answer = v.looseObject({ value: v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)) });

/** Returns null outside a CI. */
export function findIdentity(env: NodeJS.ProcessEnv, audience: string): (() => Promise<string>) | null {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env;
  if (!address || !secret) return null;
  let last: { readonly token: string; readonly at: number } | null = null;
  return async () => {
    if (last && performance.now() - last.at < RENEW_AFTER_MS) return last.token;
    last = { token: await ask(readAddress(address, audience), secret), at: performance.now() };
    return last.token;
  };
}

function readAddress(text: string, audience: string): URL {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (!address || (address.protocol !== 'https:' && !isLoopback(address.hostname))) {
    throw new UserError('ACTIONS_ID_TOKEN_REQUEST_URL is no https address: set RELEASE_TOKEN instead.');
  }
  address.searchParams.set('audience', audience);
  return address;
}

async function ask(address: URL, secret: string): Promise<string> {
  let why = '';
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    try {
      const response = await fetch(address, {
        headers: { Authorization: `Bearer ${secret}`, Accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const { success, output } = v.safeParse(answer, await response.json().catch(() => null));
      if (response.ok && success) return output.value;
      why = `it answered ${response.status}`;
    } catch (cause) {
      why = cause instanceof Error ? cause.message : String(cause);
    }
  }
  throw new UserError(`This CI gave no identity token (${why}): try again, or set RELEASE_TOKEN.`);
}
