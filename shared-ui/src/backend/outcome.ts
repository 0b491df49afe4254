export type CallFailureReason = 'rejected' | 'offline' | 'too-many';

/** A call to the backend that did not do what it was to do. */
export interface CallFailure {
  readonly ok: false;
  readonly reason: CallFailureReason;
  /** Seconds until it may be tried again, from 1 to 86,400: with 'too-many', where the server said so. */
  readonly retryAfterS?: number;
  /** For the console. */
  readonly error: unknown;
}

const CREATED = 201;
const TOO_MANY_REQUESTS = 429;
/** What supabase-js gives for a call that was never answered. */
const UNANSWERED = 0;
const LONGEST_WAIT_S = 86_400;

interface Answer {
  readonly status: number;
  readonly error: { readonly code: string; readonly details: unknown } | null;
}

/**
 * Whether the server has the row, be it from an earlier attempt whose answer was lost. The status counts as well:
 * supabase-js takes an empty 404 for a success.
 */
export const isStored = ({ status, error }: Answer) => status === CREATED || error?.code === 'ALREADY_STORED';

export function failureOf({ status, error }: Answer): CallFailure {
  const reason = reasonOf(status);
  const retryAfterS = reason === 'too-many' ? readSeconds(error?.details) : undefined;
  return {
    ok: false,
    reason,
    ...(retryAfterS && { retryAfterS }),
    error: error ?? new Error(`The backend answered ${status}`),
  };
}

function reasonOf(status: number): CallFailureReason {
  if (status === UNANSWERED) return 'offline';
  return status === TOO_MANY_REQUESTS ? 'too-many' : 'rejected';
}

// From the body: a page of another origin, as with hosted Supabase, may not read the header Retry-After.
function readSeconds(details: unknown): number | undefined {
  const seconds = typeof details === 'string' && /^\d+$/.test(details) ? Number(details) : 0;
  return seconds >= 1 && seconds <= LONGEST_WAIT_S ? seconds : undefined;
}
