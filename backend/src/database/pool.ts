import type { Queryable } from '@site/supabase/functions/_shared/drain';
import { DatabaseError, Pool, type PoolConfig } from 'pg';
import type { Connection } from '../process/options';
import { clientConfig, SET_DATE_FORMAT } from './postgres';

const MAX_CONNECTIONS = 12;
/** A call must not wait for the first connection after a quiet time. */
const KEPT_CONNECTIONS = 2;
const CONNECT_MS = 5000;
/** Longer than any statement may take: a query to a vanished server would else wait for the time-out of TCP. */
const CALL_MS = 12_000;
const WORKER_MS = 20_000;
/** Clients choose which columns they send: further texts are parsed at each call. */
const MAX_PREPARED = 100;

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

export interface DatabasePool extends Queryable {
  /** Runs statements in one transaction and returns the rows of each. `commit: false` rolls it back. */
  transaction<Row>(statements: readonly Statement[], end?: { readonly commit: boolean }): Promise<Row[][]>;
  close(): Promise<void>;
}

function createPool(connection: Connection, options: PoolConfig): Pool {
  const pool = new Pool({
    ...clientConfig(connection),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // The statements of a transaction take one round trip, as does the first statement with the setting before it.
    pipeline: true,
    ...options,
  });
  // A lost connection fails its queries. Without a listener the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.query(SET_DATE_FORMAT).catch(() => undefined);
  });
  return pool;
}

/** One connection, opened when needed, also after the database was away. Closing it waits for no statement. */
export function openWorkerConnection(connection: Connection): Queryable & Pick<DatabasePool, 'close'> {
  const pool = createPool(connection, { max: 1, query_timeout: WORKER_MS });
  return {
    query: async <Row>(text: string, values?: unknown[]) => (await pool.query(text, values)).rows as Row[],
    close: async () => void pool.end(),
  };
}

/** Connections that are opened when needed, also after the database was away. */
export function openPool(connection: Connection): DatabasePool {
  const pool = createPool(connection, { max: MAX_CONNECTIONS, min: KEPT_CONNECTIONS, query_timeout: CALL_MS });
  // A pooler before another database may give each transaction another session, without the prepared statements.
  const nameOf = 'connectionString' in connection ? () => undefined : createNames();
  return {
    query: async <Row>(text: string, values?: unknown[]) => (await pool.query(text, values)).rows as Row[],
    transaction: async <Row>(statements: readonly Statement[], { commit } = { commit: true }) => {
      const client = await pool.connect();
      let isBroken = false;
      try {
        const all = [{ text: 'begin' }, ...statements, { text: commit ? 'commit' : 'rollback' }];
        // After a failure the server refuses the statements that follow, and rolls back at the commit.
        const results = await Promise.allSettled(
          all.map(({ text, values }: Statement) =>
            client.query(values ? { text, values: [...values], name: nameOf(text) } : { text }),
          ),
        );
        const answers = results.map((result) => {
          if (result.status === 'rejected') {
            // Only PostgreSQL's own errors leave a connection that can be used again.
            isBroken = !(result.reason instanceof DatabaseError);
            throw result.reason;
          }
          return result.value.rows as Row[];
        });
        return answers.slice(1, -1);
      } finally {
        client.release(isBroken);
      }
    },
    close: () => pool.end(),
  };
}

/** Names texts, so that each connection parses and plans them once. */
function createNames() {
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    if (names.size < MAX_PREPARED && !names.has(text)) names.set(text, `call${names.size}`);
    return names.get(text);
  };
}
