/** Something that the person who started the command can mend: its message says what to do, and no stack is shown. */
export class UserError extends Error {
  override name = 'UserError';
}

/** The same, where a process of ours has told the person already. */
export class ToldError extends UserError {
  override name = 'ToldError';
}

/** Ends the process with one sentence for what the person can mend, with the stack for what is a bug. */
export function exitWith(error: unknown): never {
  if (!(error instanceof ToldError)) console.error(error instanceof UserError ? error.message : error);
  process.exit(1);
}
