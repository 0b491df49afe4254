import { createBackendClient } from '@site/shared-ui/backend';
import type { Backend } from '@site/shared-ui/host';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Failure } from './failure';

type Opened = { readonly ok: true; readonly client: SupabaseClient } | Failure;

/** The client's code is fetched on demand: without a connection there is none. */
export async function openClient(backend: Backend, attempt: string): Promise<Opened> {
  try {
    return { ok: true, client: await createBackendClient(backend, attempt) };
  } catch (error) {
    return { ok: false, reason: 'offline', error };
  }
}
