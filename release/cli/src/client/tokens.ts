import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@site/release-core/user-error';
import * as v from 'valibot';
import { parseAnswer } from './answers';
import { openCalls, type Token } from './calls';

interface TokenSearch {
  readonly env: NodeJS.ProcessEnv;
  readonly origin: string;
  readonly variable: string;
}

export async function findToken({ env, origin, variable }: TokenSearch): Promise<Token> {
  const fromEnv = env[variable]?.trim();
  if (fromEnv) return fixed(fromEnv, { source: variable, origin });
  const stored = await readTokenFile(env, origin);
  if (stored) return fixed(stored, { source: tokenFile(env), origin });
  const ask = findIdentity(env, origin);
  const source = 'the identity token of this CI run';
  if (ask) return { source, read: exchanging({ origin, source, ask }) };
  const inWorkflow = env.GITHUB_ACTIONS ? ', or give the job "permissions: id-token: write"' : '';
  throw new UserError(
    `There is no token for ${origin}: set ${variable}, or write a line "${origin} <token>" into ${tokenFile(env)} (chmod 600)${inWorkflow}. Whoever runs the site makes one with "npx pnpm release grant".`,
  );
}

function fixed(token: string, { source, origin }: Pick<Token, 'source'> & { readonly origin: string }): Token {
  // The error of an invalid header would print the token.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UserError(`The token of ${source} has an invalid character.`);
  const ask = async () => token;
  return { source, read: isIdentity(token) ? exchanging({ origin, source, ask }) : ask };
}

/** The file has a line for each site, as in `https://www.example.fr site_release_…`. */
function tokenFile(env: NodeJS.ProcessEnv): string {
  if (env.RELEASE_TOKEN_FILE) return env.RELEASE_TOKEN_FILE;
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'site-release', 'tokens');
}

/** A later line for the same site takes precedence. @throws UserError when others may read the file */
async function readTokenFile(env: NodeJS.ProcessEnv, origin: string): Promise<string | null> {
  const file = tokenFile(env);
  const text = await readPrivate(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' && !env.RELEASE_TOKEN_FILE) return '';
    throw cause;
  });
  const tokens = text.split('\n').flatMap(readLine);
  return tokens.findLast((one) => one.origin === origin)?.token ?? null;
}

async function readPrivate(file: string): Promise<string> {
  const { mode } = await stat(file);
  // Windows has no such bits: there, a user's folder is private.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new UserError(`Others may read the tokens in ${file}: type chmod 600 ${JSON.stringify(file)}.`);
  }
  return readFile(file, 'utf8');
}

/** Anything else than the address of a site, a space and its token is a comment. */
function readLine(line: string) {
  const [address = '', token] = line.trim().split(/\s+/);
  return URL.canParse(address) && token ? [{ origin: new URL(address).origin, token }] : [];
}

const DEADLINE_MS = 15_000;

const answer = v.looseObject({ value: v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)) });

function findIdentity(env: NodeJS.ProcessEnv, audience: string): (() => Promise<string>) | null {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env;
  return address && secret ? async () => ask(readAddress(address, audience), secret) : null;
}

/** Whether a token is signed by a CI. The access token of a signed-in owner is used as it is. */
function isIdentity(token: string): boolean {
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
  const address = new URL(text);
  address.searchParams.set('audience', audience);
  return address;
}

async function ask(address: URL, secret: string): Promise<string> {
  const response = await fetch(address, {
    headers: { Authorization: `Bearer ${secret}`, Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch((cause: Error) => refuse(cause.message));
  const { success, output } = v.safeParse(answer, await response.json().catch(() => null));
  return response.ok && success ? output.value : refuse(`it answered ${response.status}`);
}

function refuse(why: string): never {
  throw new UserError(`This CI gave no identity token (${why}): try again, or set RELEASE_TOKEN.`);
}

/** Renewed before its end, so that no call of some minutes outlives it. */
const RENEWED_BEFORE_MS = 5 * 60_000;

const sessionAnswer = v.looseObject({ token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)), until: v.string() });

type SiteSession = v.InferOutput<typeof sessionAnswer>;

interface ExchangeOptions {
  readonly origin: string;
  readonly source: string;
  /** A new identity token each time: the site takes each only once. */
  readonly ask: () => Promise<string>;
}

/** Returns the token that the site gives for an identity token. Concurrent calls share one exchange. */
function exchanging(options: ExchangeOptions): () => Promise<string> {
  let session: Promise<SiteSession> | null = null;
  const next = async (last: typeof session) => {
    const current = await last?.catch(() => null);
    return current && Date.parse(current.until) - Date.now() > RENEWED_BEFORE_MS ? current : exchange(options);
  };
  return async () => {
    session = next(session);
    return (await session).token;
  };
}

async function exchange({ origin, source, ask }: ExchangeOptions): Promise<SiteSession> {
  const call = openCalls({ origin, token: { source, read: ask } });
  return parseAnswer(sessionAnswer, await call({ method: 'POST', path: 'identity', isRepeatable: true }), origin);
}
