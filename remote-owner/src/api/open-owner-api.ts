import type { Backend } from '@site/contract/host';
import type { SupabaseClient } from '@supabase/supabase-js';
import { CallError, callError } from './answer';
import { openCallAhead } from './call-ahead';
import type { OwnerApi } from './owner-api';
import { argumentsOf } from './owner-functions';
import { runRelease } from './run-release';
import { isStored, sessionOf } from './session';

const STORAGE_KEY = 'espace-session';
/** Enough for a slow phone to render the first answer. */
const FIRST_SCREEN_MS = 300;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens the owner's calls to a backend. supabase-js is loaded by the first of them. */
export function openOwnerApi(backend: Backend): OwnerApi {
  let opening: Promise<SupabaseClient> | undefined;
  const client = () => {
    opening ??= createSupabase(backend).catch((error: unknown) => {
      // The next call tries again.
      opening = undefined;
      throw new CallError('offline', null, { cause: error });
    });
    return opening;
  };
  const ahead = openCallAhead(backend, STORAGE_KEY);
  const call: OwnerApi['call'] = async (name, args) => {
    const early = await ahead.take(name, args);
    if (early !== undefined) return early as never;
    const supabase = await client();
    const { data: stored } = await supabase.auth.getSession();
    // supabase-js would make the call as a visitor, and its refusal would end a session that only could not be renewed.
    if (!stored.session && isStored(STORAGE_KEY)) throw new CallError('offline');
    const { data, error, status } = await supabase.rpc(name, argumentsOf(name, args));
    if (!error) return data;
    throw callError({ status, code: error.code, details: error.details });
  };
  return {
    // Loads supabase-js after the first answer was rendered: earlier, it would slow down the first screen.
    session: sessionOf(async () => {
      if (await ahead.answered()) await delay(FIRST_SCREEN_MS);
      return client();
    }, STORAGE_KEY),
    call,
    callAhead: ahead.send,
    release: async (name, command) => {
      const { data } = await (await client()).auth.getSession();
      if (!data.session) throw new CallError('signed-out');
      return runRelease(data.session.access_token, name, command);
    },
  };
}

async function createSupabase({ url, anonKey }: Backend): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js');
  return createClient(url || window.location.origin, anonKey, {
    auth: { storageKey: STORAGE_KEY, persistSession: true, autoRefreshToken: true, detectSessionInUrl: false },
    global: { fetch: fetchSession, headers: { 'X-Client-Info': 'site-owner/1.0.0' } },
  });
}

const SESSION_PATH = /\/auth\/v1\/(?:token|verify)$/;

/**
 * `fetch` for supabase-js, which compares the end of a session with the device's clock. Without the server's
 * `expires_at` it computes the end from `expires_in`, so that a clock that is wrong does not renew at every call.
 */
const fetchSession: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (!response.ok || !SESSION_PATH.test(pathname)) return response;
  const { expires_at: _, ...session } = (await response.json()) as Readonly<Record<string, unknown>>;
  return new Response(JSON.stringify(session), { status: response.status, headers: response.headers });
};
