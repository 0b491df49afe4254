/** An error that the person at the terminal can fix. Its message is one sentence that names the remedy. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  /** Of the program that ends with it. */
  readonly exitCode: number = 1;
}

/** The message of any thrown value. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
}
