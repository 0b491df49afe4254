import type { Queryable } from '@site/supabase/functions/_shared/outbox';
import type { RefreshClaims } from './one-time-secrets';

export interface SignedIn {
  readonly session: string;
  /** How often the session was refreshed. The next refresh token carries this number. */
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

interface Requested {
  readonly blockedBy: 'caller' | 'address' | null;
  /** Seconds; 0 when the code was made. */
  readonly wait: number;
}

interface Tried {
  readonly wait: number;
  /** Null when the address has no code that may be tried. */
  readonly nonce: string | null;
}

export interface CodeRequest {
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
      queryRow<Requested>('select blocked_by as "blockedBy", wait from private.ask_code($1, $2, $3)', [
        email,
        nonce,
        caller,
      ]),
    tryCode: ({ email, caller }: CodeRequest) =>
      queryRow<Tried>('select wait, code_nonce as nonce from private.try_code($1, $2)', [email, caller]),
    /** Null when the code was used in the meantime, or when its address belongs to no owner. */
    createSession: async (nonce: string, userAgent: string | undefined): Promise<SignedIn | null> =>
      toSignedIn(await queryRow<Row>('select * from private.begin_session($1, $2)', [nonce, userAgent ?? null])),
    refresh: async ({ session, number }: RefreshClaims) => {
      const row = await queryRow<Row & { readonly outcome: 'live' | 'unknown' | 'reused' }>(
        'select r.outcome, (r.signed).* from private.refresh_session($1, $2) r',
        [session, number],
      );
      return { outcome: row.outcome, signedIn: toSignedIn(row) };
    },
    find: async (session: string): Promise<SignedIn | null> =>
      toSignedIn(await queryRow<Row>('select * from private.signed_in($1)', [session])),
    end: (session: string, scope: string) => database.query('select private.end_sessions($1, $2)', [session, scope]),
  };
}

function toSignedIn(row: Row): SignedIn | null {
  const { session_id: session, refresh_count: number, owner_id: owner, email } = row;
  return session === null ? null : { session, number, owner, email, startedAt: row.started_at, addedAt: row.added_at };
}
