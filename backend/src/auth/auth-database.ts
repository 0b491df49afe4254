import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '@site/supabase/functions/_shared/drain';

// No JWT begins with these prefixes, so a signature for one purpose is not valid for another.
const hmac = (secret: string, purpose: 'code' | 'refresh', text: string) =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest();

const REFRESH_TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/;
const DIGITS = 8;

export const newNonce = (): string => randomBytes(16).toString('base64url');

/** The eight-digit code of a nonce. It cannot be computed from the database alone. */
export function codeOf(nonce: string, secret: string): string {
  return String(hmac(secret, 'code', nonce).readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Compares in constant time. */
export const isCodeOf = (given: string, nonce: string, secret: string): boolean =>
  given.length === DIGITS &&
  /^\d+$/.test(given) &&
  timingSafeEqual(Buffer.from(given), Buffer.from(codeOf(nonce, secret)));

interface RefreshClaims {
  readonly session: string;
  readonly number: number;
}

export function refreshTokenOf({ session, number }: RefreshClaims, secret: string): string {
  return `${session}.${number}.${hmac(secret, 'refresh', `${session}.${number}`).toString('base64url')}`;
}

/** Null for a token that this install did not issue. */
export function readRefreshToken(token: string, secret: string): RefreshClaims | null {
  const [, session = '', digits = '', signature = ''] = REFRESH_TOKEN.exec(token) ?? [];
  const expected = hmac(secret, 'refresh', `${session}.${digits}`);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { session, number: Number(digits) };
}

export interface SignInSession {
  readonly session: string;
  /** Counts the refreshes of the session. The next refresh token carries this number. */
  readonly number: number;
  readonly owner: string;
  readonly email: string;
  readonly startedAt: Date;
  readonly addedAt: Date;
}

interface Row {
  readonly session_id: string | null;
  readonly refresh_count: number;
  readonly owner_id: string;
  readonly email: string;
  readonly started_at: Date;
  readonly added_at: Date;
}

interface CodeOutcome {
  readonly blockedBy: 'caller' | 'address' | null;
  /** Seconds; 0 when the code was made. */
  readonly wait: number;
}

interface TriedCode {
  readonly wait: number;
  /** Null when the address has no code that may be tried. */
  readonly nonce: string | null;
}

interface CodeRequest {
  readonly email: string;
  readonly caller: string;
}

export type AuthDatabase = ReturnType<typeof openAuthDatabase>;

/** Each call is one statement, so its decision is atomic however many servers run. */
export function openAuthDatabase(database: Queryable) {
  const queryRow = async <Found>(text: string, values: unknown[]): Promise<Found> => {
    const [row] = await database.query<Found>(text, values);
    if (!row) throw new Error('The database returned nothing.');
    return row;
  };
  return {
    countOwners: async () =>
      (await queryRow<{ owners: number }>('select count(*)::integer as owners from private.owners', [])).owners,
    requestCode: ({ email, caller }: CodeRequest, nonce: string) =>
      queryRow<CodeOutcome>('select blocked_by as "blockedBy", wait from private.ask_code($1, $2, $3)', [
        email,
        nonce,
        caller,
      ]),
    tryCode: ({ email, caller }: CodeRequest) =>
      queryRow<TriedCode>('select wait, code_nonce as nonce from private.try_code($1, $2)', [email, caller]),
    /** Null when the code was used in the meantime, or when its address belongs to no owner. */
    createSession: async (nonce: string, userAgent: string | undefined): Promise<SignInSession | null> =>
      toSignedIn(await queryRow<Row>('select * from private.begin_session($1, $2)', [nonce, userAgent ?? null])),
    refresh: async ({ session, number }: RefreshClaims) => {
      const row = await queryRow<Row & { readonly outcome: 'live' | 'unknown' | 'reused' }>(
        'select r.outcome, (r.signed).* from private.refresh_session($1, $2) r',
        [session, number],
      );
      return { outcome: row.outcome, signedIn: toSignedIn(row) };
    },
    find: async (session: string): Promise<SignInSession | null> =>
      toSignedIn(await queryRow<Row>('select * from private.signed_in($1)', [session])),
    end: (session: string, scope: string) => database.query('select private.end_sessions($1, $2)', [session, scope]),
  };
}

function toSignedIn(row: Row): SignInSession | null {
  const { session_id: session, refresh_count: number, owner_id: owner, email } = row;
  return session === null ? null : { session, number, owner, email, startedAt: row.started_at, addedAt: row.added_at };
}
