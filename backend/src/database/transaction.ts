import type { Database } from './database';

/** Runs `work` in a transaction, which is rolled back when `work` throws. */
export async function transaction<Result>(
  database: Database,
  work: () => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  await database.script(begin);
  try {
    const result = await work();
    await database.script('commit');
    return result;
  } catch (error) {
    // A lost connection is rolled back by the server. The first error is the one to report.
    await database.script('rollback').catch(() => undefined);
    throw error;
  }
}
