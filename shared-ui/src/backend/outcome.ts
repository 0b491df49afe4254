export type CallFailureReason = 'rejected' | 'offline' | 'too-many';

/** A call to the backend that did not do what it was to do. */
export interface CallFailure {
  readonly ok: false;
  readonly reason: CallFailureReason;
  /** For the console. */
  readonly error: unknown;
}

const CREATED = 201;
const TOO_MANY_REQUESTS = 429;
/** What supabase-js gives for a call that was never answered. */
const UNANSWERED = 0;

interface Answer {
  readonly status: number;
  readonly error: { readonly code: string } | null;
}

/**
 * Whether the server has the row, be it from an earlier attempt whose answer was lost. The status counts as well:
 * supabase-js takes an empty 404 for a success.
 */
export const isStored = ({ status, error }: Answer) => status === CREATED || error?.code === 'ALREADY_STORED';

export function failureOf({ status, error }: Answer): CallFailure {
  return { ok: false, reason: reasonOf(status), error: error ?? new Error(`The backend answered ${status}`) };
}

function reasonOf(status: number): CallFailureReason {
  if (status === UNANSWERED) return 'offline';
  return status === TOO_MANY_REQUESTS ? 'too-many' : 'rejected';
}
