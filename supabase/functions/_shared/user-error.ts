/** An error that the person at the terminal can fix. Its message is one sentence that names the remedy. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}
