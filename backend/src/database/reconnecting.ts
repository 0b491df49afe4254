import type { Queryable } from '@site/supabase/functions/_shared/outbox';
import type { Connection } from '../connection';
import type { Database } from './database';
import { connect } from './postgres';

/** Without it, a query to a vanished server would wait for TCP's own time-out. */
const ANSWER_MS = 20_000;

interface ReconnectingDatabase extends Queryable {
  close(): Promise<void>;
}

/** A connection that opens at the first query and reopens after a failed one. */
export function reconnecting(connection: Connection): ReconnectingDatabase {
  let opened: Promise<Database> | null = null;
  const drop = async () => {
    const last = opened;
    opened = null;
    // A broken connection may fail to close; its error was reported by the query.
    await last?.then((database) => database.close()).catch(() => undefined);
  };
  return {
    query: async <Row>(text: string, values?: unknown[]) => {
      opened ??= connect(connection);
      try {
        return await inTime(opened.then((database) => database.query<Row>(text, values)));
      } catch (error) {
        void drop();
        throw error;
      }
    },
    close: drop,
  };
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
