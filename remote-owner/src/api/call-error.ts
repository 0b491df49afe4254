/**
 * `changed`: another device was first. `taken`: the day is confirmed for another reservation. `closed`: the day
 * cannot be booked. `impossible`: the request's state does not allow the action. `refused`: the signed-in address is
 * not an owner's. `unavailable`: the backend lacks the function.
 */
export type FailureReason =
  | 'signed-out'
  | 'refused'
  | 'offline'
  | 'changed'
  | 'taken'
  | 'closed'
  | 'impossible'
  | 'gone'
  | 'too-many'
  | 'unavailable'
  | 'failed';

export class CallError extends Error {
  override name = 'CallError';

  /**
   * @param current what the server says beside the reason. `changed`: its current value. `taken`: the days. `closed`:
   * yyyy-MM-dd. `impossible`: the key of the reason.
   */
  constructor(
    readonly reason: FailureReason,
    readonly current: unknown = null,
    options: ErrorOptions = {},
  ) {
    super(`The call failed: ${reason}.`, options);
  }
}

/** The value as another device left it; null for another error. */
export const currentOf = <Value>(error: unknown): Value | null =>
  error instanceof CallError && error.reason === 'changed' ? (error.current as Value | null) : null;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
}

const BY_CODE: Readonly<Record<string, FailureReason>> = {
  CHANGED_SINCE: 'changed',
  DAY_TAKEN: 'taken',
  DATE_CLOSED: 'closed',
  DATE_PAST: 'closed',
  DATE_TOO_FAR: 'closed',
  NOT_POSSIBLE: 'impossible',
  UNKNOWN_REQUEST: 'gone',
  UNKNOWN_SESSION: 'gone',
};

const BY_STATUS: Readonly<Record<number, FailureReason>> = {
  0: 'offline',
  401: 'signed-out',
  403: 'refused',
  404: 'unavailable',
  409: 'impossible',
  429: 'too-many',
  502: 'offline',
  503: 'offline',
};

/** Converts an error of the database's REST interface. */
export function callError({ status, code, details }: Refusal): CallError {
  const reason = BY_CODE[code] ?? BY_STATUS[status] ?? 'failed';
  if (reason === 'closed' || reason === 'impossible') return new CallError(reason, details);
  return new CallError(reason, reason === 'changed' || reason === 'taken' ? readJson(details) : null);
}

/** PostgREST returns `details` as text. */
function readJson(details: unknown): unknown {
  if (typeof details !== 'string') return details ?? null;
  try {
    return JSON.parse(details);
  } catch {
    return null;
  }
}
