export type CallFailureReason = 'rejected' | 'offline' | 'too-many';

export interface CallFailure {
  readonly ok: false;
  readonly reason: CallFailureReason;
  /** Seconds until a retry is accepted, from 1 to 86,400; only with 'too-many', if the server sent them. */
  readonly retryAfterS?: number;
  readonly error: unknown;
}

const CREATED = 201;
const TOO_MANY_REQUESTS = 429;
/** The status that supabase-js gives a call without an answer. */
const UNANSWERED = 0;
const LONGEST_WAIT_S = 86_400;

interface Response {
  readonly status: number;
  readonly error: { readonly code: string; readonly details: unknown } | null;
}

/**
 * Whether the server has stored the row, also at an earlier try whose answer was lost. Checks the status, because
 * supabase-js treats an empty 404 as a success.
 */
export const isStored = ({ status, error }: Response) => status === CREATED || error?.code === 'ALREADY_STORED';

export function failureOf({ status, error }: Response): CallFailure {
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

// The body says them, because pages cannot read the Retry-After header of another origin, such as hosted Supabase.
function readSeconds(details: unknown): number | undefined {
  const seconds = typeof details === 'string' && /^\d+$/.test(details) ? Number(details) : 0;
  return seconds >= 1 && seconds <= LONGEST_WAIT_S ? seconds : undefined;
}
