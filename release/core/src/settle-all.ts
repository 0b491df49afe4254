/** `Promise.all` that waits for every promise: none still writes when the caller sees the first failure. */
export async function settleAll<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
