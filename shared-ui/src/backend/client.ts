import type { Database } from '@site/supabase/types';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Backend } from '../host';
import { fetchAnsweringChallenges } from './fetch-answering-challenges';
import type { CallFailure } from './outcome';

const importClient = () => import('@supabase/supabase-js');

/** Starts fetching the client's code, so that it is there when the form is sent. */
export function preloadClient(): void {
  // A failure here says nothing yet: the call that needs the code tries again and reports.
  importClient().then(undefined, () => undefined);
}

export type OpenedBackend = { readonly ok: true; readonly client: SupabaseClient<Database> } | CallFailure;

/** What the server is told about a call, beside its content. */
export interface ClientInfo {
  /** A uuid that identifies the attempt at sending a form: the server answers a repeat as the first time. */
  readonly attempt: string;
  /** The server keeps such a request apart and sends no mail for it. */
  readonly isHoneypotFilled?: boolean;
}

/** A client for one attempt at sending a form. Its code is fetched on demand: without a connection there is none. */
export async function openBackend(backend: Backend, info: ClientInfo): Promise<OpenedBackend> {
  try {
    const { createClient } = await importClient();
    return { ok: true, client: clientFor(createClient, backend, info) };
  } catch (error) {
    return { ok: false, reason: 'offline', error };
  }
}

function clientFor(
  createClient: typeof import('@supabase/supabase-js').createClient,
  backend: Backend,
  { attempt, isHoneypotFilled }: ClientInfo,
) {
  const honeypot = isHoneypotFilled ? ' honeypot=filled' : '';
  return createClient<Database>(backend.url || window.location.origin, backend.anonKey, {
    // With a token of its own the client starts no session: nothing is stored, refreshed or read from the address.
    accessToken: async () => backend.anonKey,
    global: {
      headers: { 'X-Client-Info': `site-web/1.0.0 attempt=${attempt}${honeypot}` },
      // supabase-js calls it with an address, never with a Request.
      fetch: fetchAnsweringChallenges as typeof fetch,
    },
  });
}
