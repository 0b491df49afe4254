import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { createConcurrencyLimit } from '../../concurrency';
import { sha256 } from '../../integrity';
import { readNetworkFailure } from '../../network';
import { StoreAwayError } from '../../user-error';
import { describeS3Refusal, readS3Error, type S3Error, type S3Method } from './s3-answers';
import { describeLocation, type S3Location } from './s3-location';

interface S3Call {
  readonly method: S3Method;
  /** Begins with the store's prefix; empty for the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

interface RequestTiming {
  /** A try fails after this time without a byte. */
  readonly silenceMs?: number;
  /** A try fails after this time, even while bytes arrive. */
  readonly longestMs?: number;
}

const SILENCE_MS = 15_000;
const LONGEST_MS = 300_000;
/** `fetch` shows no progress while it sends a body. A slow line sends 50 bytes in a millisecond. */
const BYTES_PER_MS = 50;

const PASSING_STATUS = [408, 429, 500, 502, 503, 504];
const PASSING_CODES = ['ConditionalRequestConflict', 'OperationAborted', 'RequestTimeout', 'SlowDown'];

/** An answer, or a failure whose `predicate` ends the sentence "The store … …". */
type Outcome =
  | { readonly answer: S3Answer }
  | { readonly predicate: string; readonly isTransient: boolean; readonly isUnsent: boolean };

async function requestS3(location: S3Location, call: S3Call, timing: RequestTiming): Promise<Outcome> {
  const { silenceMs = SILENCE_MS, longestMs = LONGEST_MS } = timing;
  const { body } = call;
  const { url, method, headers } = await sign(location, call);
  // It is not signed, because it may be changed on the way to the store. An encoded answer would have another length.
  headers.set('Accept-Encoding', 'identity');
  const silence = new AbortController();
  const abort = () => silence.abort(new DOMException('Silence.', 'TimeoutError'));
  const timer = setTimeout(abort, silenceMs + (body?.length ?? 0) / BYTES_PER_MS);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
      // A signature is valid for one address only.
      redirect: 'manual',
      signal: AbortSignal.any([silence.signal, AbortSignal.timeout(longestMs)]),
    });
    const received = await receive(response, () => timer.refresh());
    // The answer to HEAD has no body with the reason.
    if (call.method === 'HEAD' && !response.ok && response.status !== 404) {
      return await requestS3(location, { ...call, method: 'GET' }, timing);
    }
    return judge(location, call, { status: response.status, headers: response.headers, body: received });
  } catch (cause) {
    const failure = readNetworkFailure(cause, silenceMs);
    if (!failure) throw cause;
    return failure;
  } finally {
    clearTimeout(timer);
  }
}

function sign(
  { endpoint, bucket, sessionToken, ...location }: S3Location,
  { method, key, query = {}, headers, body }: S3Call,
) {
  const path = key.split('/').map(encode).join('/');
  const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
  return new AwsV4Signer({
    ...location,
    ...(sessionToken && { sessionToken }),
    method,
    url: `${endpoint}/${bucket}/${path}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    // The store compares the hash, and refuses bytes that changed on the way.
    headers: { ...headers, 'X-Amz-Content-Sha256': sha256(body ?? '') },
    service: 's3',
  }).sign();
}

/** Signatures also encode !'()*, which `encodeURIComponent` leaves as they are. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

async function receive(response: Response, onBytes: () => void): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of response.body ?? []) {
    onBytes();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function judge(location: S3Location, { method }: S3Call, answer: S3Answer): Outcome {
  const { status, body } = answer;
  const error = readS3Error(body);
  const isDone = status >= 200 && status < 300;
  if (isDone || status === 412 || (status === 404 && isMissing(method, error))) return { answer };
  if (PASSING_STATUS.includes(status) || PASSING_CODES.includes(error?.code ?? '')) {
    return { predicate: `answers ${status}${error ? ` ${error.code}` : ''}`, isTransient: true, isUnsent: false };
  }
  throw describeS3Refusal(location, { status, error });
}

/** Another server's 404 must not look like an empty store. */
const isMissing = (method: S3Method, error: S3Error | null) =>
  method === 'HEAD' || (method !== 'PUT' && error?.code === 'NoSuchKey');

interface RepeatedAnswer extends S3Answer {
  /** An earlier try got no answer, but may have succeeded. */
  readonly mayHaveArrived: boolean;
}

export type CallS3 = (call: S3Call) => Promise<RepeatedAnswer>;

export interface S3Timing extends RequestTiming {
  readonly pause?: (ms: number) => Promise<unknown>;
  readonly retryMs?: number;
}

const RETRY_MS = 60_000;
const TRIES = 6;
const FIRST_PAUSE_MS = 100;
/** More connections are not faster, and some stores refuse them. */
const AT_ONCE = 16;

/** All calls are safe to repeat. @throws S3Refusal for a refusal; StoreAwayError without a usable answer */
export function openS3Calls(location: S3Location, timing: S3Timing = {}): CallS3 {
  const { pause = delay, retryMs = RETRY_MS } = timing;
  const limited = createConcurrencyLimit(AT_ONCE);
  return async (call) => {
    const giveUpAt = performance.now() + retryMs;
    let mayHaveArrived = false;
    for (let tries = 1; ; tries += 1) {
      const outcome = await limited(() => requestS3(location, call, timing));
      if ('answer' in outcome) return { ...outcome.answer, mayHaveArrived };
      mayHaveArrived ||= !outcome.isUnsent;
      if (!outcome.isTransient || tries === TRIES || performance.now() > giveUpAt) {
        throw away(location, call, { ...outcome, mayHaveArrived });
      }
      // Full jitter: callers that failed together do not retry together.
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** tries);
    }
  };
}

interface LostCall {
  readonly predicate: string;
  readonly mayHaveArrived: boolean;
}

function away(location: S3Location, { method }: S3Call, { predicate, mayHaveArrived }: LostCall) {
  const isKnown = method !== 'PUT' || !mayHaveArrived;
  const next = isKnown
    ? 'Give the same command again when it can be reached: what is stored already is kept.'
    : 'Whether the last write arrived is not known: "npx pnpm release log --limit 1" shows the last change.';
  return new StoreAwayError(`The store ${describeLocation(location)} ${predicate}. ${next}`);
}
