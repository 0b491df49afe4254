import type { SupabaseClient } from '@supabase/supabase-js';
import type { Backend } from './host';

export const CALL_TIMEOUT_MS = 15_000;

const importClient = () => import('@supabase/supabase-js');

/** Starts fetching the client's code, so that it is there when the form is sent. */
export function warmBackend(): void {
  // A failure here says nothing yet: the call that needs the code tries again and reports.
  importClient().then(undefined, () => undefined);
}

/**
 * A client for one attempt at sending a form. Rejects when its code cannot be fetched.
 * @param attempt identifies the attempt to the server, which answers a repeat as the first time
 */
export async function createBackendClient(backend: Backend, attempt: string): Promise<SupabaseClient> {
  const { createClient } = await importClient();
  return createClient(backend.url || window.location.origin, backend.anonKey, {
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
