import { setTimeout as delay } from 'node:timers/promises';
import { type NetworkFailure, readNetworkFailure } from '@site/release-core/network';
import { UserError } from '@site/release-core/user-error';
import { RELEASE_INTERFACE } from '@site/release-core/wire/protocol';
import { describeRefusal, remedyFor, type SiteAnswer } from './answers';

export interface Token {
  readonly source: string;
  /** Exchanges the identity token of a CI for a session, and again when that session ends. */
  readonly read: () => Promise<string>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: Buffer | object;
  /** The call is idempotent, and is sent again when no answer arrives. */
  readonly isRepeatable: boolean;
}

export type CallSite = (call: Call) => Promise<SiteAnswer>;

interface Connection {
  readonly origin: string;
  readonly token: Token;
  readonly pause?: (ms: number) => Promise<unknown>;
  readonly deadlineMs?: number;
}

/** Generous, because a change composes pages and a proxy may be slow. */
const DEADLINE_MS = 120_000;
const TRIES = 5;
const FIRST_PAUSE_MS = 250;
const TRANSIENT_STATUSES = [408, 502, 503, 504];

export function openCalls(connection: Connection): CallSite {
  const { pause = delay } = connection;
  return async (call) => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await send(connection, call);
      if ('answer' in outcome) return outcome.answer;
      if (!outcome.mayRepeat || tries === TRIES) throw outcome.failure;
      // Full jitter: callers that failed together do not retry together.
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
    }
  };
}

interface Failure {
  readonly failure: UserError;
  readonly mayRepeat: boolean;
}

type Outcome = { readonly answer: SiteAnswer } | Failure;

async function send({ origin, token, deadlineMs = DEADLINE_MS }: Connection, call: Call): Promise<Outcome> {
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
      // The token must not be sent to another address.
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    const answer = {
      contentType: response.headers.get('content-type') ?? '',
      body: Buffer.from(await response.arrayBuffer()),
    };
    if (response.ok) return { answer };
    const mayRepeat = call.isRepeatable && TRANSIENT_STATUSES.includes(response.status);
    const failure = describeRefusal(
      { origin, source: token.source, isRepeatable: call.isRepeatable },
      response,
      answer,
    );
    return { failure, mayRepeat };
  } catch (cause) {
    const failure = cause instanceof UserError ? null : readNetworkFailure(cause, deadlineMs);
    if (!failure) throw cause;
    return failedOn(failure, origin, call);
  }
}

function failedOn({ predicate, isUnsent, isTransient }: NetworkFailure, origin: string, call: Call): Failure {
  const isRepeatable = isUnsent || call.isRepeatable;
  return {
    failure: new UserError(`${origin} ${predicate}. ${remedyFor(isRepeatable)}`),
    mayRepeat: isTransient && isRepeatable,
  };
}
