import { types } from 'node:util';
import { UserError } from './user-error';

/** @param name the flag or variable that gives it; the text is not repeated, as it may hold a password */
export function readSiteOrigin(name: string, text: string): string {
  if (isSafeAddress(text) && new URL(text).pathname === '/') return new URL(text).origin;
  throw new UserError(
    `${name} is not the address of a site: write it as https://www.example.fr, without a path or a password. Plain http is for this machine only.`,
  );
}

export const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Anyone on the way can change answers over plain http, so it is accepted for this machine only. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username || password || search || hash) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const TLS = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$)/;
/** The request did not reach the server: it can always be repeated. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

export interface NetworkFailure {
  /** Completes the sentence "https://… …". */
  readonly predicate: string;
  readonly isUnsent: boolean;
  /** The same call may succeed a moment later. */
  readonly isTransient: boolean;
}

/** Returns null for an error that is not from the network. */
export function readNetworkFailure(error: unknown, deadlineMs: number): NetworkFailure | null {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { predicate: `gave no answer within ${deadlineMs / 1000} s`, isUnsent: false, isTransient: true };
  }
  if (!types.isNativeError(error)) return null;
  const code = codeOf(error.cause) ?? codeOf(error);
  if (code === undefined) return null;
  if (TLS.test(code)) {
    const why = types.isNativeError(error.cause) ? error.cause.message : code;
    return {
      predicate: `has no certificate that this machine trusts (${code}: ${why})`,
      isUnsent: true,
      isTransient: false,
    };
  }
  if (UNSENT.includes(code))
    return { predicate: `cannot be reached (${code})`, isUnsent: true, isTransient: code !== 'ENOTFOUND' };
  return { predicate: `broke the connection (${code})`, isUnsent: false, isTransient: true };
}

/** `localhost` has two addresses, whose errors are nested. */
function codeOf(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined;
  const { code, errors } = cause as { readonly code?: unknown; readonly errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return errors?.map(codeOf).find((one) => one !== undefined);
}
