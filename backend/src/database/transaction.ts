import type { Database } from './database';

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
    // The server rolls a lost connection back. The first error is the one to report.
    await database.script('rollback').catch(() => undefined);
    throw error;
  }
}
