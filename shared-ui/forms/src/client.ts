import type { Backend, PageReleases } from '@site/contract/host';
import type { Database } from '@site/supabase/types';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { CallFailure } from './outcome';

export const CALL_TIMEOUT_MS = 15_000;

const importClient = () => import('@supabase/supabase-js');

export function preloadClient(): void {
  // Failures are ignored: `openClient` imports the code again.
  importClient().then(undefined, () => undefined);
}

type OpenedClient = { readonly ok: true; readonly client: SupabaseClient<Database> } | CallFailure;

/** The `X-Client-Info` header sends it. */
export interface ClientInfo {
  /** A uuid, `attempt` in the header: the server answers repeats with the same one like the first call. */
  readonly idempotencyKey: string;
  /** The server stores it as unwanted and sends no mail for it. */
  readonly isHoneypotFilled?: boolean;
  /** The server stores them with the request. */
  readonly releases?: PageReleases | undefined;
  /** SHA-256, in hexadecimal, of the secret with which the visitor manages the request. */
  readonly linkHash?: string | undefined;
  /** Euro cents of a day on the page, with all taxes. The server stores them if the site announced them lately. */
  readonly shownCents?: number | undefined;
}

/** Opens a client for one attempt to send a form. Loads the client's code, which fails without a connection. */
export async function openClient(backend: Backend, info: ClientInfo): Promise<OpenedClient> {
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
  info: ClientInfo,
) {
  return createClient<Database>(backend.url || window.location.origin, backend.anonKey, {
    // With an access token, the client starts no session: it stores and refreshes nothing, and does not read the URL.
    accessToken: async () => backend.anonKey,
    global: { headers: { 'X-Client-Info': clientInfo(info) }, fetch: fetchInTime },
  });
}

function clientInfo({ idempotencyKey, isHoneypotFilled, releases, linkHash, shownCents }: ClientInfo): string {
  const releaseNames = releases ? ` shell=${releases.shell} release=${releases.part}` : '';
  const link = linkHash ? ` link=${linkHash}` : '';
  const price = shownCents === undefined ? '' : ` price=${shownCents}`;
  return `site-web/1.0.0 attempt=${idempotencyKey}${releaseNames}${link}${price}${isHoneypotFilled ? ' honeypot=filled' : ''}`;
}

/**
 * Aborts after 15 s, or with the signal of the call. The timeout option of supabase-js ends when the response begins,
 * but its body can also stall.
 */
export const fetchInTime: typeof fetch = (address, init) => {
  // The oldest browsers lack `AbortSignal.any`.
  const controller = new AbortController();
  const abort = () => controller.abort(init?.signal?.reason);
  if (init?.signal?.aborted) abort();
  init?.signal?.addEventListener('abort', abort, { once: true });
  setTimeout(() => controller.abort(), CALL_TIMEOUT_MS);
  return fetch(address, { ...init, signal: controller.signal });
};

type Tables = Database['public']['Tables'];
type Insert<Table extends keyof Tables> = Tables[Table]['Insert'];

interface TableCall<Table, Column> {
  readonly table: Table;
  readonly columns: readonly Column[];
}

/** Returns the declared columns of a row. It does not compile when the row has others. */
export function rowOf<
  Table extends keyof Tables,
  Column extends keyof Insert<Table>,
  Row extends Required<Pick<Insert<Table>, Column>>,
>({ columns }: TableCall<Table, Column>, row: Row & Record<Exclude<keyof Row, Column>, never>): Pick<Row, Column> {
  const picked: Partial<Pick<Row, Column>> = {};
  for (const column of columns) picked[column] = row[column];
  return picked as Pick<Row, Column>;
}
