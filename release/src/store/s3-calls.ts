import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { readNetworkFailure } from '../client/network-failure';
import { sha256 } from '../integrity';
import { createAtOnce } from './at-once';
import { describePlace, type S3Place } from './s3-place';
import { describeS3Refusal, type S3Method } from './s3-refusals';
import { readS3Error, type S3Error } from './s3-xml';
import { StoreAwayError } from './store-away-error';

interface S3Call {
  readonly method: S3Method;
  /** Whole, with the store's prefix; empty for the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** An earlier attempt got no answer, and may have done what was asked. */
  readonly mayHaveArrived: boolean;
}

export type CallS3 = (call: S3Call) => Promise<S3Answer>;

/** Tests take others. */
export interface S3Timing {
  /** Waits, in milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Without a byte for so long, an attempt has failed. */
  readonly silenceMs?: number;
  /** No attempt begins after so long. */
  readonly retryMs?: number;
}

const SILENCE_MS = 15_000;
const RETRY_MS = 60_000;
const TRIES = 6;
const FIRST_PAUSE_MS = 100;
/** A slow line sends 50 bytes in a millisecond; the sending of a body shows no progress. */
const BYTES_PER_MS = 50;
/** More connections at once make nothing faster, and some stores refuse them. */
const AT_ONCE = 16;

const PASSING_STATUS = [408, 429, 500, 502, 503, 504];
const PASSING_CODES = ['ConditionalRequestConflict', 'OperationAborted', 'RequestTimeout', 'SlowDown'];

type Outcome =
  | { readonly answer: Omit<S3Answer, 'mayHaveArrived'> }
  | { readonly what: string; readonly isPassing: boolean; readonly isUnsent: boolean };

/**
 * Sends signed calls, and repeats those that fail in passing: all of them may be repeated.
 * @throws S3Refusal for what the store refuses; StoreAwayError when it gives no usable answer
 */
export function openS3Calls(place: S3Place, timing: S3Timing = {}): CallS3 {
  const { pause = delay, retryMs = RETRY_MS } = timing;
  const inTurn = createAtOnce(AT_ONCE);
  return async (call) => {
    const giveUpAt = performance.now() + retryMs;
    let mayHaveArrived = false;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await inTurn(() => send(place, call, timing));
      if ('answer' in outcome) return { ...outcome.answer, mayHaveArrived };
      mayHaveArrived ||= !outcome.isUnsent;
      if (!outcome.isPassing || attempt === TRIES || performance.now() > giveUpAt) {
        throw away(place, call, { ...outcome, mayHaveArrived });
      }
      // Full jitter: callers that failed together do not come back together.
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  };
}

interface GivenUp {
  readonly what: string;
  readonly mayHaveArrived: boolean;
}

function away(place: S3Place, { method }: S3Call, { what, mayHaveArrived }: GivenUp) {
  const isKnown = method !== 'PUT' || !mayHaveArrived;
  const next = isKnown
    ? 'Give the same command again when it can be reached: what is stored already is kept.'
    : 'Whether the last write arrived is not known: "npx pnpm release log --limit 1" shows the last change.';
  return new StoreAwayError(`The store ${describePlace(place)} ${what}. ${next}`);
}

async function send(place: S3Place, call: S3Call, { silenceMs = SILENCE_MS }: S3Timing): Promise<Outcome> {
  const { body } = call;
  const { url, method, headers } = await sign(place, call);
  // Not signed, as some stores change it on the way to them. What is encoded has another length.
  headers.set('Accept-Encoding', 'identity');
  const silence = new AbortController();
  const tell = () => silence.abort(new DOMException('Silence.', 'TimeoutError'));
  const timer = setTimeout(tell, silenceMs + (body?.length ?? 0) / BYTES_PER_MS);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
      // A signature is for one address.
      redirect: 'manual',
      signal: silence.signal,
    });
    const received = await receive(response, call.method, () => timer.refresh());
    if (!received) return { what: 'cut its answer short', isPassing: true, isUnsent: false };
    // The answer to HEAD has no body that says why.
    if (call.method === 'HEAD' && !response.ok && response.status !== 404) {
      return await send(place, { ...call, method: 'GET' }, { silenceMs });
    }
    return judge(place, call, { status: response.status, headers: response.headers, body: received });
  } catch (cause) {
    const failure = readNetworkFailure(cause, silenceMs);
    if (!failure) throw cause;
    return failure;
  } finally {
    clearTimeout(timer);
  }
}

function sign(
  { endpoint, bucket, sessionToken, ...place }: S3Place,
  { method, key, query = {}, headers, body }: S3Call,
) {
  const path = key.split('/').map(encode).join('/');
  const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
  return new AwsV4Signer({
    ...place,
    ...(sessionToken && { sessionToken }),
    method,
    url: `${endpoint}/${bucket}/${path}${search.length > 0 ? `?${search.join('&')}` : ''}`,
    // The store compares the hash: bytes that changed on the way are refused.
    headers: { ...headers, 'X-Amz-Content-Sha256': sha256(body ?? '') },
    service: 's3',
  }).sign();
}

/** As the signature has it, which leaves no sign as it is that a server might decode. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Null for fewer bytes than were announced. */
async function receive(response: Response, method: S3Method, onBytes: () => void): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  for await (const part of response.body ?? []) {
    onBytes();
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  const announced = response.headers.get('content-length');
  return method === 'HEAD' || announced === null || Number(announced) === body.length ? body : null;
}

/** @throws S3Refusal */
function judge(place: S3Place, { method, key }: S3Call, answer: Omit<S3Answer, 'mayHaveArrived'>): Outcome {
  const { status, headers, body } = answer;
  const error = readS3Error(body);
  const isDone = status >= 200 && status < 300;
  if (isDone || status === 412 || (status === 404 && isMissing(method, error))) return { answer };
  if (PASSING_STATUS.includes(status) || PASSING_CODES.includes(error?.code ?? '')) {
    return { what: `answers ${status}${error ? ` ${error.code}` : ''}`, isPassing: true, isUnsent: false };
  }
  throw describeS3Refusal(place, { method, isList: key === '', status, error, date: headers.get('date') });
}

/** Another server's 404 must not look like an empty store. */
const isMissing = (method: S3Method, error: S3Error | null) =>
  method === 'HEAD' || (method !== 'PUT' && error?.code === 'NoSuchKey');
