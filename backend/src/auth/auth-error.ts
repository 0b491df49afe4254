/** Codes and wording are those of Supabase Auth. */
export class AuthError extends Error {
  override readonly name = 'AuthError';

  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly status: number,
    readonly code: string,
    words: { readonly message: string; readonly retryAfter?: number },
  ) {
    super(words.message);
    this.retryAfter = words.retryAfter;
  }
}

const refusal = (status: number, code: string, message: string) => () => new AuthError(status, code, { message });

export const authErrors = {
  invalid: (message: string) => new AuthError(400, 'validation_failed', { message }),
  unsupportedGrant: refusal(400, 'invalid_credentials', 'unsupported_grant_type'),
  unsupportedMethod: refusal(405, 'unknown', 'Method Not Allowed'),
  tooSoon: (retryAfter: number) => {
    const message = `For security purposes, you can only request this after ${retryAfter} seconds.`;
    return new AuthError(429, 'over_email_send_rate_limit', { message, retryAfter });
  },
  /** The seconds are ours: Supabase Auth does not say them. */
  tooMany: (retryAfter: number) => {
    const message = `Request rate limit reached, try again after ${retryAfter} seconds.`;
    return new AuthError(429, 'over_request_rate_limit', { message, retryAfter });
  },
  wrongCode: refusal(403, 'otp_expired', 'Token has expired or is invalid'),
  unknownRefreshToken: refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  usedRefreshToken: refusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  noToken: refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badToken: (why: string) =>
    new AuthError(403, 'bad_jwt', { message: `invalid JWT: unable to parse or verify signature, ${why}` }),
  noSession: refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
};

// Since this version, the error code has another key. auth-js requests this version and reads both keys.
const NEWER_VERSION = '2024-01-01';

/** Formats the error for the API version that the client requests. */
export function shapeOf({ status, code, message, retryAfter }: AuthError, version: string | undefined) {
  const isNewer = version !== undefined && /^\d{4}-\d\d-\d\d$/.test(version) && version >= NEWER_VERSION;
  return {
    status,
    body: isNewer ? { code, message } : { code: status, error_code: code, msg: message },
    headers: {
      'x-sb-error-code': code,
      ...(isNewer && { 'x-supabase-api-version': NEWER_VERSION }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
  };
}
