import { setTimeout as delay } from 'node:timers/promises';
import { sanitizeForTerminal } from '@site/backend/src/terminal/terminal-text';
import { RELEASE_INTERFACE } from '../interface/wire';
import { UserError } from '../user-error';
import type { Token } from './find-token';
import { readNetworkFailure } from './network-failure';
import { describeConflict, printable, readProblem, SiteProblem } from './site-problem';

export interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Below the interface's address. */
  readonly path: string;
  /** An object is sent as JSON. */
  readonly body?: Buffer | object;
  /** Repeated, it changes nothing more: it is tried again when its answer does not arrive. */
  readonly isRepeatable: boolean;
}

export interface SiteAnswer {
  readonly contentType: string;
  readonly body: Buffer;
}

export type CallSite = (call: Call) => Promise<SiteAnswer>;

export interface Connection {
  readonly origin: string;
  readonly token: Token;
  /** Waits, in milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** A change composes pages, and a proxy may be slow: what takes longer hangs. */
const DEADLINE_MS = 120_000;
const TRIES = 5;
const FIRST_PAUSE_MS = 250;
/** A wait that a person sits through. */
const LONGEST_WAIT_S = 60;
const LARGEST_ANSWER = 64 * 1024 * 1024;
const PASSING = [408, 502, 503, 504];

/**
 * Calls the release interface of a site.
 * @throws SiteProblem for what the interface refuses; UserError when there is no answer, or one from elsewhere
 */
export function openCalls({ origin, token, pause = delay }: Connection): CallSite {
  return async (call) => {
    let hasWaited = false;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await send({ origin, token, pause }, call);
      if ('answer' in outcome) return outcome.answer;
      const { failure, retryAfter } = outcome;
      if (retryAfter !== undefined && !hasWaited && retryAfter <= LONGEST_WAIT_S) {
        hasWaited = true;
        console.error(`${origin} asks for a pause of ${retryAfter} s.`);
        await pause(retryAfter * 1000);
      } else if (outcome.mayRepeat && attempt < TRIES) {
        // Full jitter: callers that failed together do not come back together.
        await pause(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
      } else {
        throw failure;
      }
    }
  };
}

interface Failed {
  readonly failure: UserError;
  readonly mayRepeat: boolean;
  /** Seconds. */
  readonly retryAfter?: number;
}

type Outcome = { readonly answer: SiteAnswer } | Failed;

async function send({ origin, token }: Connection, call: Call): Promise<Outcome> {
  const authorization = `Bearer ${await token.read()}`;
  try {
    const response = await fetch(`${origin}${RELEASE_INTERFACE}/${call.path}`, {
      method: call.method,
      ...(call.body && { body: Buffer.isBuffer(call.body) ? new Uint8Array(call.body) : JSON.stringify(call.body) }),
      headers: {
        Authorization: authorization,
        Accept: 'application/json',
        ...(call.body && {
          'Content-Type': Buffer.isBuffer(call.body) ? 'application/octet-stream' : 'application/json',
        }),
      },
      // A token goes to no other address.
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const answer = { contentType: response.headers.get('content-type') ?? '', body: await readBody(response, origin) };
    if (response.ok) return { answer };
    const mayRepeat = call.isRepeatable && PASSING.includes(response.status);
    const failure = describeRefusal({ origin, token }, { response, answer, call });
    return { failure, mayRepeat, ...(response.status === 429 && { retryAfter: readRetryAfter(response) }) };
  } catch (cause) {
    return failedOn(cause, origin, call);
  }
}

function failedOn(cause: unknown, origin: string, { method, isRepeatable }: Call): Failed {
  const failure = cause instanceof UserError ? null : readNetworkFailure(cause, DEADLINE_MS);
  if (!failure) throw cause;
  const { what, isUnsent, isPassing } = failure;
  const unknown =
    isUnsent || isRepeatable || method === 'GET'
      ? 'Nothing was changed: check the address and the network, then give the same command again.'
      : 'Whether the change was made is not known: "release log --limit 1" shows the last one.';
  const failed = new UserError(`${origin} ${what}. ${unknown}`, { cause });
  return { failure: failed, mayRepeat: isPassing && (isUnsent || isRepeatable) };
}

/** @throws UserError for more than any answer of the interface has */
async function readBody(response: Response, origin: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > LARGEST_ANSWER) throw new UserError(`${origin} sends more than an answer of a release interface has.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** In seconds. */
function readRetryAfter({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 1);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : 1;
}

interface Refused {
  readonly response: Response;
  readonly answer: SiteAnswer;
  readonly call: Call;
}

function describeRefusal({ origin, token }: Connection, { response, answer, call }: Refused): UserError {
  const found = readProblem(answer.contentType, answer.body);
  if (!found) return new UserError(describeForeign(origin, response, call));
  const { problem, word } = found;
  return new SiteProblem(problem, word, sentenceOf(printable(problem.detail)));

  function sentenceOf(detail: string): string {
    if (word === 'conflict') return describeConflict(problem);
    if (word === 'unauthenticated') return `${origin} does not accept ${token.source}: ${detail}`;
    return detail;
  }
}

/** An answer that the interface has not given: of a proxy before the site, or of another site. */
function describeForeign(origin: string, { status, headers }: Response, { isRepeatable }: Call): string {
  const location = headers.get('location');
  if (status >= 300 && status < 400) {
    const target = location && URL.canParse(location, origin) ? new URL(location, origin).origin : 'another address';
    return `${origin} redirects to ${sanitizeForTerminal(target)}: a token is not sent along. Name the address that it leads to.`;
  }
  if (status === 404) {
    return `There is no release interface at ${origin}: check the address. A site has one once it has a grant ("npx pnpm release grant" where it runs).`;
  }
  if (status === 413)
    return `A proxy before ${origin} refuses contents of this size (413): let it pass bodies of 8 MB.`;
  if (status === 429) return `${origin} answers too many requests (429): try again in some minutes.`;
  if (status >= 500) {
    return isRepeatable
      ? `${origin} cannot answer now (${status}): give the same command again in a moment.`
      : `${origin} cannot answer now (${status}): look with "release log --limit 1" whether the change was made.`;
  }
  return `${origin} answered ${status} with a page that no release interface sends: a proxy before the site may ask for a login.`;
}
