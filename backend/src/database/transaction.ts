import type { Database } from './database';

/** What `work` gives; all that it changed is kept, or nothing of it where it throws. */
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
    // Where the connection is lost, the server does it; what went wrong first is what counts.
    await database.script('rollback').catch(() => undefined);
    throw error;
  }
}
