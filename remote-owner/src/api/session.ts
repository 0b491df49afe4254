import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { forgetPersisted, readStored } from './answer-storage';
import type { SessionApi, SessionState, SignInAnswer, SignInRefusal } from './owner-api';

const TOO_MANY_REQUESTS = 429;

/** @param client loads supabase-js, which a visitor without a stored session does not need yet */
export function sessionOf(client: () => Promise<SupabaseClient>, storageKey: string): SessionApi {
  const callAuth = async (act: (supabase: SupabaseClient) => Promise<AuthError | null>): Promise<SignInAnswer> => {
    try {
      const error = await act(await client());
      return error ? refusalOf(error) : { ok: true };
    } catch {
      return { ok: false, reason: 'offline' };
    }
  };
  // A watch that begins without a stored session opens after the first accepted code.
  const waiting = new Set<() => void>();
  return {
    isOpen: () => readToken(storageKey) !== null,
    id: () => readSessionId(storageKey),
    address: () => readAddress(storageKey),
    watch: (onState) => watchSession({ client, storageKey, waiting }, onState),
    sendCode: (email) =>
      callAuth(async ({ auth }) => {
        const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
        // Hosted Auth reports an address without an account. The caller must not learn that.
        return error?.code === 'otp_disabled' || error?.code === 'user_not_found' ? null : error;
      }),
    enterCode: async (email, token) => {
      const answer = await callAuth(async ({ auth }) => (await auth.verifyOtp({ email, token, type: 'email' })).error);
      if (answer.ok) for (const open of waiting) open();
      return answer;
    },
    signOut: async (scope) => {
      forgetPersisted();
      const supabase = await client();
      const { error } = await supabase.auth.signOut({ scope });
      // Without an answer the session still ends in this browser.
      if (error) await supabase.auth.signOut({ scope: 'local' });
    },
  };
}

function refusalOf(error: AuthError): SignInRefusal {
  // supabase-js passes on no header, and Supabase Auth says the seconds in its message.
  const wait = /(\d+) seconds/.exec(error.message)?.[1];
  return { ok: false, reason: reasonOf(error), ...(wait && { wait: Number(wait) }) };
}

function reasonOf({ status, code, name }: AuthError): SignInRefusal['reason'] {
  if (code === 'over_email_send_rate_limit') return 'too-soon';
  if (status === TOO_MANY_REQUESTS) return 'too-many';
  if (code === 'otp_expired' || code === 'validation_failed' || code === 'invalid_credentials') return 'wrong-code';
  return name === 'AuthRetryableFetchError' || !status ? 'offline' : 'failed';
}

interface Watch {
  readonly client: () => Promise<SupabaseClient>;
  readonly storageKey: string;
  readonly waiting: Set<() => void>;
}

function watchSession({ client, storageKey, waiting }: Watch, onState: (state: SessionState) => void): () => void {
  let end: (() => void) | undefined;
  let isEnded = false;
  const isOpen = readToken(storageKey) !== null;
  const open = async () => {
    try {
      const { auth } = await client();
      if (isEnded || end) return;
      const { data } = auth.onAuthStateChange((_, session) => {
        // A session that cannot be renewed without a connection stays stored.
        if (!isEnded) onState(session ? 'signed-in' : isStored(storageKey) ? 'unreachable' : 'signed-out');
      });
      end = () => data.subscription.unsubscribe();
    } catch {
      // When the space is already open, each failed call marks its data as old.
      if (!isEnded && !isOpen) onState('unreachable');
    }
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey && isStored(storageKey)) void open();
  };
  const onOnline = () => {
    if (isStored(storageKey)) void open();
  };
  const openNow = () => void open();
  waiting.add(openNow);
  window.addEventListener('storage', onStorage);
  window.addEventListener('online', onOnline);
  if (isOpen) onState('signed-in');
  if (isStored(storageKey)) void open();
  else onState('signed-out');
  return () => {
    isEnded = true;
    waiting.delete(openNow);
    end?.();
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('online', onOnline);
  };
}

/** Seconds. Longer than the last 90 s of a token, in which supabase-js renews it. */
const LEFT_S = 120;

/** Whether a session is stored, even one whose token has expired. */
export const isStored = (key: string): boolean => readSession(key) !== null;

interface StoredSession {
  readonly access_token: unknown;
  readonly expires_at: unknown;
  readonly user: { readonly email?: unknown } | null;
}

const readSession = (key: string) => readStored<StoredSession>('localStorage', key);

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const readAddress = (key: string): string | null => textOrNull(readSession(key)?.user?.email);

function readSessionId(key: string): string | null {
  const [, payload = ''] = String(readSession(key)?.access_token).split('.');
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
      readonly session_id?: unknown;
    };
    return textOrNull(claims.session_id);
  } catch {
    return null;
  }
}

/** The stored session's access token; null without one, or when supabase-js would renew it first. */
export function readToken(key: string): string | null {
  const { access_token: token, expires_at: end } = readSession(key) ?? {};
  return typeof end === 'number' && end - Date.now() / 1000 > LEFT_S ? textOrNull(token) : null;
}
