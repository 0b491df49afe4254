import type { Challenge, Solution } from 'altcha-lib/types';

const ALGORITHM = 'PBKDF2/SHA-256';
/** Our servers never ask for more, and a phone could not compute it. */
const MOST_ROUNDS_PER_KEY = 200_000;
/** Takes 256 keys on average; each further byte multiplies the work by 256. */
const ONE_BYTE = /^[0-9a-f]{2}$/;
const SIXTEEN_BYTES = /^[0-9a-f]{32}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/**
 * Reads the proof-of-work challenge of a refused call. Returns undefined when there is none, or when it asks for more
 * work than this site's servers ever do.
 * @param body JSON whose `hint` is the challenge, as JSON again
 */
export function parseChallenge(body: string): Challenge | undefined {
  const hint = readJson(body)?.hint;
  const challenge = typeof hint === 'string' ? readJson(hint) : undefined;
  return isChallenge(challenge) ? challenge : undefined;
}

/** Encodes a challenge and its solution as base64url of JSON, for `X-Client-Info`. */
export function encodeAnswer({ parameters, signature }: Challenge, { counter, derivedKey }: Solution): string {
  const answer = { challenge: { parameters, signature }, solution: { counter, derivedKey } };
  return btoa(JSON.stringify(answer)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

type JsonObject = Readonly<Record<string, unknown>>;

function readJson(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;
const matches = (pattern: RegExp, value: unknown) => typeof value === 'string' && pattern.test(value);

function isChallenge(value: unknown): value is Challenge {
  if (!isObject(value) || !isObject(value.parameters) || !matches(SIGNATURE, value.signature)) return false;
  const { algorithm, cost, keyLength, keyPrefix, nonce, salt } = value.parameters;
  return (
    algorithm === ALGORITHM &&
    isRounds(cost) &&
    keyLength === 32 &&
    matches(ONE_BYTE, keyPrefix) &&
    matches(SIXTEEN_BYTES, nonce) &&
    matches(SIXTEEN_BYTES, salt)
  );
}

const isRounds = (cost: unknown) => Number.isInteger(cost) && Number(cost) >= 1 && Number(cost) <= MOST_ROUNDS_PER_KEY;
