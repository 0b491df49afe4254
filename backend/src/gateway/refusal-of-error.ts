import { DatabaseError } from 'pg';
import { isObject } from './call';
import { SIGN_IN } from './postgrest-refusals';
import { type Refusal, refusals } from './refusals';

/**
 * SQLSTATEs, or their classes, of what a caller can be at fault for, with PostgREST's statuses. All others are faults
 * of the server.
 */
const STATUSES: Readonly<Record<string, number>> = {
  '22': 400,
  '23': 400,
  '23503': 409,
  '23505': 409,
  '42501': 403,
  '42703': 400,
  '42883': 404,
  '42P01': 404,
  P0001: 400,
};
const DISK_FULL = '53100';
const RAISED = 'PGRST';

/**
 * Formats the database's refusal of a call as PostgREST does.
 * @throws the error itself when it is not the caller's fault
 */
export function refusalOf(error: unknown, isSignedIn: boolean): Refusal {
  if (!(error instanceof DatabaseError)) throw error;
  const { code = '', message, detail: details = null, hint = null } = error;
  if (code === DISK_FULL) return refusals.diskFull;
  if (code === RAISED) return raised(error);
  const status = STATUSES[code] ?? STATUSES[code.slice(0, 2)];
  if (status === undefined) throw error;
  const body = { code, details, hint, message };
  const isUnknown = status === 403 && !isSignedIn;
  return isUnknown ? { status: 401, body, headers: SIGN_IN } : { status, body };
}

/** Reads what `private.refuse` raises: JSON in the message and in the details. */
function raised(error: DatabaseError): Refusal {
  const body: unknown = JSON.parse(error.message);
  const answer: unknown = JSON.parse(error.detail ?? '');
  if (!isObject(body) || !isObject(answer) || typeof answer.status !== 'number') throw error;
  const { code, details = null, hint = null, message } = body;
  const headers = Object.fromEntries(
    Object.entries(isObject(answer.headers) ? answer.headers : {}).map(([name, value]) => [name, String(value)]),
  );
  return { status: answer.status, body: { code, details, hint, message }, headers };
}
