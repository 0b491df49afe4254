/** `Promise.all(all.map(run))` with at most `most` calls at once. */
export async function mapConcurrently<One, Result>(
  all: readonly One[],
  most: number,
  run: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = all.entries();
  // A worker whose call fails starts no further one.
  const worker = async () => {
    for (const [at, one] of waiting) results[at] = await run(one);
  };
  await Promise.all(Array.from({ length: Math.min(all.length, most) }, worker));
  return results;
}
