import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/database/database';
import { anyAddress } from './visitor';

export interface Caller {
  readonly role: 'anon' | 'authenticated';
  readonly claims?: object;
}

/** Runs one statement as the data API of hosted Supabase does: in a transaction, as the caller's role. */
export async function asCaller<Row>(
  authenticator: Database,
  { role, claims = {} }: Caller,
  [statement, ...values]: readonly [string, ...unknown[]],
): Promise<Row[]> {
  const headers = { 'cf-connecting-ip': anyAddress(), 'x-client-info': `site-web/1.0.0 attempt=${randomUUID()}` };
  await authenticator.script('begin');
  try {
    await authenticator.query(
      `select set_config('role', $1, true), set_config('request.headers', $2, true),
         set_config('request.jwt.claims', $3, true)`,
      [role, JSON.stringify(headers), JSON.stringify({ role, ...claims })],
    );
    // The data API applies the settings of the caller's role; setting the role alone does not.
    await authenticator.query(
      `select set_config(split_part(setting, '=', 1), split_part(setting, '=', 2), true)
         from pg_roles, unnest(rolconfig) as setting where rolname = $1`,
      [role],
    );
    const rows = await authenticator.query<Row>(statement, [...values]);
    await authenticator.script('commit');
    return rows;
  } catch (cause) {
    await authenticator.script('rollback');
    throw cause;
  }
}
