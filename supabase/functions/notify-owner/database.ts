import { Client, type ClientConfig } from 'pg';
import type { Queryable } from '../_shared/outbox.ts';

const CONNECT_MS = 10_000;
const QUERY_MS = 20_000;

/** One connection. Rejects with the driver's error when the database cannot be reached or trusted. */
export async function openDatabase(
  url: string,
  ca: string | undefined,
): Promise<Queryable & { close(): Promise<void> }> {
  const client = new Client({
    ...addressOf(url, ca),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
  });
  // A lost idle connection fails at its next use. Without a listener the event would end the function.
  client.on('error', () => undefined);
  await client.connect();
  return {
    query: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
    close: () => client.end(),
  };
}

/**
 * Hosted databases always use TLS with a checked certificate, which the driver does not do by default. Without a `ca`
 * the runtime must trust theirs. A self-hosted stack sets `sslmode` itself.
 */
export function addressOf(url: string, ca: string | undefined): ClientConfig {
  const isHosted = /\.supabase\.(co|com)$/.test(new URL(url).hostname);
  if (!ca && !isHosted) return { connectionString: url };
  const withoutMode = new URL(url);
  // Options in the URL would override `ssl`.
  for (const name of [...withoutMode.searchParams.keys()])
    if (/^ssl|^uselibpq/.test(name)) withoutMode.searchParams.delete(name);
  return { connectionString: withoutMode.href, ssl: ca ? { ca } : true };
}
