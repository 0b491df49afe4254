import type { Queryable } from '@site/supabase/functions/_shared/outbox';
import type { Connection, Database } from './database';
import { connect } from './postgres';

/** A server that went away without a word would otherwise be waited for until TCP gives up. */
const ANSWER_MS = 20_000;

export type ReopeningDatabase = Queryable & { close(): Promise<void> };

/** A connection that is opened by the first query, and anew by the next query after one that failed. */
export function reopening(connection: Connection): ReopeningDatabase {
  let opened: Promise<Database> | null = null;
  const drop = async () => {
    const last = opened;
    opened = null;
    // It may be broken already, and has failed where it was used.
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
