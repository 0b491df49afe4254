import { isLoopback } from '@site/release-core/site-address';
import { UserError } from '@site/release-core/user-error';
import * as v from 'valibot';

const DEADLINE_MS = 15_000;
const TRIES = 3;

const answer = v.looseObject({ value: v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)) });

/** Asks for a new identity token each time. Returns null outside a CI. */
export function findIdentity(env: NodeJS.ProcessEnv, audience: string): (() => Promise<string>) | null {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env;
  return address && secret ? async () => ask(readAddress(address, audience), secret) : null;
}

/** Whether a token is signed by a CI. The access token of a signed-in owner is used as it is. */
export function isIdentity(token: string): boolean {
  const [, payload = '', signature] = token.split('.');
  if (signature === undefined) return false;
  try {
    const { iss, role } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof iss === 'string' && role !== 'authenticated';
  } catch {
    return false;
  }
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
