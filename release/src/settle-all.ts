/** `Promise.all` that ends after all of them: none goes on writing when the first has failed. */
export async function settleAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
