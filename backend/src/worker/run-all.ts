/** Runs all tasks, one after another, whatever one of them throws. @throws the first error, once all have run */
export async function runAll(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
