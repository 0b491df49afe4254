import { Client, type ClientConfig } from 'pg';
import type { Queryable } from './drain.ts';

const CONNECT_MS = 10_000;
const QUERY_MS = 20_000;

/** Opens one connection. Rejects with the driver's error when the database cannot be reached or trusted. */
export async function openDatabase(
  url: string,
  ca: string | undefined,
): Promise<Queryable & { close(): Promise<void> }> {
  const client = new Client({ ...addressOf(url, ca), connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS });
  // Without a listener, losing an idle connection would end the function. The next query fails instead.
  client.on('error', () => undefined);
  await client.connect();
  let last: Promise<unknown> = Promise.resolve();
  return {
    // One after another: notifications report at once, and the driver will refuse that.
    query: async <Row>(text: string, values?: unknown[]) => {
      const next = last.then(() => client.query(text, values));
      last = next.catch(() => undefined);
      return (await next).rows as Row[];
    },
    close: () => client.end(),
  };
}

/**
 * Hosted databases always use TLS with a verified certificate, which is not the driver's default. Without `ca` the
 * runtime must trust the certificate. A self-hosted stack sets `sslmode` in the URL.
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
