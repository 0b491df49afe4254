/**
 * `changed`: another device was first. `impossible`: the request's state does not allow it. `refused`: the address is no
 * owner's. `unavailable`: the host has no such function.
 */
export type FailureReason =
  | 'signed-out'
  | 'refused'
  | 'offline'
  | 'changed'
  | 'impossible'
  | 'gone'
  | 'too-many'
  | 'unavailable'
  | 'failed';

/** Thrown by a call that was not answered with its value. */
export class CallError extends Error {
  override name = 'CallError';

  /** @param current with `changed`, what the server has now */
  constructor(
    readonly reason: FailureReason,
    readonly current: unknown = null,
    options: ErrorOptions = {},
  ) {
    super(`The call failed: ${reason}.`, options);
  }
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
}

const BY_CODE: Readonly<Record<string, FailureReason>> = {
  CHANGED_SINCE: 'changed',
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

/** Reads a refusal of the database's REST interface. */
export function callError({ status, code, details }: Refusal): CallError {
  const reason = BY_CODE[code] ?? BY_STATUS[status] ?? 'failed';
  return new CallError(reason, reason === 'changed' ? readJson(details) : null);
}

/** PostgREST gives `details` as a text. */
function readJson(details: unknown): unknown {
  if (typeof details !== 'string') return details ?? null;
  try {
    return JSON.parse(details);
  } catch {
    return null;
  }
}
