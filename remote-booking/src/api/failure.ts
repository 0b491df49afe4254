export type FailureReason = 'rejected' | 'offline' | 'too-many';

export interface Failure {
  readonly ok: false;
  readonly reason: FailureReason;
  /** For the console. */
  readonly error: unknown;
}

const TOO_MANY_REQUESTS = 429;
/** What supabase-js gives for a call that was never answered. */
const UNANSWERED = 0;

export function failureOf(status: number, error: unknown): Failure {
  return { ok: false, reason: reasonOf(status), error: error ?? new Error(`The backend answered ${status}`) };
}

function reasonOf(status: number): FailureReason {
  if (status === UNANSWERED) return 'offline';
  return status === TOO_MANY_REQUESTS ? 'too-many' : 'rejected';
}
