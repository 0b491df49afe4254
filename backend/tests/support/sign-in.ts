import { createClient } from '@supabase/supabase-js';
import { codeOf } from '../../src/auth/one-time-secrets';
import type { TestBackend } from './backend';
import { anyOwner } from './owner-session';
import { anyAddress, type Call, callBackend } from './visitor';

/** The client that the owner's space uses, in a new browser. */
export function authClient(backend: Pick<TestBackend, 'url' | 'anonKey'>, address = anyAddress()) {
  return createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'x-forwarded-for': address, 'user-agent': 'a phone' } },
    // Node 20 has no WebSocket, and the constructor asks for one.
    realtime: { transport: class {} as never },
  });
}

export async function addOwner({ owner }: TestBackend, email = anyOwner()): Promise<string> {
  await owner.query("insert into private.owners (email, name) values ($1, 'Camille Martin')", [email]);
  return email;
}

/** The last code that was requested for an owner; null when there is none. */
export async function codeFor({ owner, jwtSecret }: TestBackend, email: string): Promise<string | null> {
  const [row] = await owner.query<{ nonce: string }>(
    'select nonce from private.sign_in_codes where address_hash = private.salted($1)',
    [email],
  );
  return row ? codeOf(row.nonce, jwtSecret) : null;
}

export const otherCode = (code: string | null) => (code === '00000000' ? '00000001' : '00000000');

/** Allows the next request for a code at once. */
export const forgetAttempts = ({ owner }: TestBackend) => owner.query('delete from private.sign_in_attempts');

/** Signs an owner in with a code. @returns the session and its client */
export async function signIn(backend: TestBackend, email?: string) {
  const address = email ?? (await addOwner(backend));
  await forgetAttempts(backend);
  const client = authClient(backend);
  const asked = await client.auth.signInWithOtp({ email: address, options: { shouldCreateUser: false } });
  const token = (await codeFor(backend, address)) ?? '';
  const { data } = await client.auth.verifyOtp({ email: address, token, type: 'email' });
  if (!data.session) throw new Error(`Not signed in: ${asked.error?.message}`);
  return { email: address, client, session: data.session };
}

/** Calls /auth/v1 without a client library. */
export const authCall = (backend: Pick<TestBackend, 'url' | 'anonKey'>, path: string, call: Call = {}) =>
  callBackend(backend, `auth/v1/${path}`, { method: 'POST', ...call });
