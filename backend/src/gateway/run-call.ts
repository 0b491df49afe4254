import { isObject } from '@site/contract/json';
import { DatabaseError } from 'pg';
import { CALLS, TABLES } from '../database/calls';
import type { DatabasePool, Statement } from '../database/pool';
import { type Call, headerOf } from './call';
import { isBot } from './client-address';
import { type GatewayResponse, type Refusal, refusals, SIGN_IN } from './refusals';

/** The statement time-outs of hosted Supabase, by role. */
const TIMEOUTS = { anon: '3s', authenticated: '8s' };

/**
 * Settings of the transaction, under PostgREST's names. The role comes last: visitors and owners may not record the
 * use of a session themselves.
 */
const SETTINGS = `
  select set_config('request.headers', $1, true), set_config('request.jwt.claims', $2, true),
    set_config('app.settings.per_address', $3, true), set_config('statement_timeout', $4, true),
    private.use_session(($2::text::json ->> 'session_id')::uuid), set_config('role', $5, true)`;

/** The database learns this about a visitor besides the call. */
export interface Visitor {
  readonly address: string;
  /** Submissions per address and window for this run only. */
  readonly perNetwork?: number | undefined;
}

/** Runs the statement of a checked call, in one transaction. Rejects when the database does not answer. */
export async function runCall(pool: DatabasePool, call: Call, visitor: Visitor): Promise<GatewayResponse> {
  const { allowed, given, rows, claims, json } = call;
  if (!allowed || !given) throw new Error('The request was not checked to its end');
  const statement = {
    text: allowed.statement(given, call.returnsRow),
    values: given.length > 0 ? [JSON.stringify(rows ?? json)] : [],
  };
  if (rows?.length === 0 || (allowed.isReport && isBot(headerOf(call, 'user-agent')))) return insertedInto(call, []);
  try {
    const headers = { 'x-forwarded-for': visitor.address, 'x-client-info': headerOf(call, 'x-client-info') };
    const settings = settingsFor({ role: allowed.role, headers, claims, perNetwork: visitor.perNetwork });
    const [, returned = []] = await pool.transaction<{ body?: string }>([settings, statement]);
    return rows ? insertedInto(call, returned) : { status: 200, text: returned[0]?.body ?? 'null' };
  } catch (error) {
    return refusalOf(error, claims !== undefined);
  }
}

/** The closed days from today on, yyyy-MM-dd, in order. */
export async function readClosedDays(pool: DatabasePool): Promise<readonly string[]> {
  const text = CALLS.get('rpc/closed_days')?.statement([]) ?? '';
  const [, rows] = await pool.transaction<{ body: string }>([settingsFor({ role: 'anon' }), { text }]);
  return JSON.parse(rows?.[0]?.body ?? '[]');
}

/** Whether the forms' statements can run: writes nothing, and is rolled back. */
export async function canStore(pool: DatabasePool): Promise<boolean> {
  const inserts = TABLES.flatMap((table): Statement[] => {
    const call = CALLS.get(table);
    return call ? [{ text: call.statement(Object.keys(call.accepts)), values: ['[]'] }] : [];
  });
  return pool.transaction([settingsFor({ role: 'anon' }), ...inserts], { commit: false }).then(
    () => true,
    () => false,
  );
}

interface Settings {
  readonly role: 'anon' | 'authenticated';
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly claims?: object | undefined;
  readonly perNetwork?: number | undefined;
}

function settingsFor({ role, headers = {}, claims = { role }, perNetwork }: Settings): Statement {
  const values = [JSON.stringify(headers), JSON.stringify(claims), String(perNetwork ?? ''), TIMEOUTS[role], role];
  return { text: SETTINGS, values };
}

const insertedInto = ({ returnsRow }: Call, rows: readonly object[]): GatewayResponse =>
  returnsRow ? { status: 201, text: JSON.stringify(rows) } : { status: 201, body: null };

/** SQLSTATEs, or their classes, of faults of a caller, with the statuses of PostgREST. All others are our faults. */
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
function refusalOf(error: unknown, isSignedIn: boolean): Refusal {
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
  const head: unknown = JSON.parse(error.detail ?? '');
  if (!isObject(body) || !isObject(head) || typeof head.status !== 'number') throw error;
  const { code, details = null, hint = null, message } = body;
  const headers = Object.fromEntries(
    Object.entries(isObject(head.headers) ? head.headers : {}).map(([name, value]) => [name, String(value)]),
  );
  return { status: head.status, body: { code, details, hint, message }, headers };
}
