import { randomUUID } from 'node:crypto';
import type { Database } from '@site/supabase/types';
import { createClient } from '@supabase/supabase-js';
import type { TestBackend } from './backend';
import { anyAddress, attemptHeader } from './visitor';

/** The client that the site's forms use. */
export function supabaseClient(backend: Pick<TestBackend, 'url' | 'anonKey'>, attempt: string = randomUUID()) {
  return createClient<Database>(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { ...attemptHeader(attempt), 'x-forwarded-for': anyAddress() } },
    // Node 20 has no WebSocket, and the constructor asks for one.
    realtime: { transport: class {} as never },
  });
}
