import type { Database } from '@site/supabase/types';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Backend } from '../host';
import type { CallFailure } from './outcome';

export const CALL_TIMEOUT_MS = 15_000;

const importClient = () => import('@supabase/supabase-js');

/** Starts fetching the client's code, so that it is there when the form is sent. */
export function warmBackend(): void {
  // A failure here says nothing yet: the call that needs the code tries again and reports.
  importClient().then(undefined, () => undefined);
}

export type OpenedBackend = { readonly ok: true; readonly client: SupabaseClient<Database> } | CallFailure;

/**
 * A client for one attempt at sending a form. Its code is fetched on demand: without a connection there is none.
 * @param attempt identifies the attempt to the server, which answers a repeat as the first time
 */
export async function openBackend(backend: Backend, attempt: string): Promise<OpenedBackend> {
  try {
    const { createClient } = await importClient();
    return { ok: true, client: clientFor(createClient, backend, attempt) };
  } catch (error) {
    return { ok: false, reason: 'offline', error };
  }
}

function clientFor(
  createClient: typeof import('@supabase/supabase-js').createClient,
  backend: Backend,
  attempt: string,
) {
  return createClient<Database>(backend.url || window.location.origin, backend.anonKey, {
    // With a token of its own the client starts no session: nothing is stored, refreshed or read from the address.
    accessToken: async () => backend.anonKey,
    global: {
      headers: { 'X-Client-Info': `site-web/1.0.0 attempt=${attempt}` },
      // supabase-js calls it with an address, never with a Request.
      fetch: fetchInTime as typeof fetch,
    },
  });
}

function fetchInTime(address: string | URL, init?: RequestInit): Promise<Response> {
  const controller = new AbortController();
  // Left running when the answer begins: its end may be lost too.
  setTimeout(() => controller.abort(), CALL_TIMEOUT_MS);
  return fetch(address, { ...init, signal: controller.signal });
}
