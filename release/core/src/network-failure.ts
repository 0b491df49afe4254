import { types } from 'node:util';

const TLS = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$)/;
/** The request did not reach the server: it can always be repeated. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

export interface NetworkFailure {
  /** Completes the sentence "https://… …". */
  readonly what: string;
  readonly isUnsent: boolean;
  /** The same call may succeed a moment later. */
  readonly isTransient: boolean;
}

/** Returns null for an error that is not from the network. */
export function readNetworkFailure(error: unknown, deadlineMs: number): NetworkFailure | null {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { what: `gave no answer within ${deadlineMs / 1000} s`, isUnsent: false, isTransient: true };
  }
  if (!types.isNativeError(error)) return null;
  const code = codeOf(error.cause) ?? codeOf(error);
  if (code === undefined) return null;
  if (TLS.test(code)) {
    const why = types.isNativeError(error.cause) ? error.cause.message : code;
    return {
      what: `has no certificate that this machine trusts (${code}: ${why})`,
      isUnsent: true,
      isTransient: false,
    };
  }
  if (UNSENT.includes(code))
    return { what: `cannot be reached (${code})`, isUnsent: true, isTransient: code !== 'ENOTFOUND' };
  return { what: `broke the connection (${code})`, isUnsent: false, isTransient: true };
}

/** `localhost` has two addresses, whose errors are nested. */
function codeOf(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined;
  const { code, errors } = cause as { readonly code?: unknown; readonly errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return errors?.map(codeOf).find((one) => one !== undefined);
}
