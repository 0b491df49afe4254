import { UserError } from '@site/backend/src/user-error';

export { UserError };

/** A `UserError` that a child process has reported already: nothing more is printed. */
export class ReportedError extends UserError {
  override readonly name = 'ReportedError';
}

export class DiskFullError extends UserError {
  override readonly name = 'DiskFullError';

  constructor(options?: ErrorOptions) {
    super('The disk is full: nothing was changed. Free some space ("pnpm release prune"), then try again.', options);
  }
}

/** Ends the process with the sentence of a `UserError`, or with the stack of a bug. */
export function exitWith(error: unknown): never {
  if (!(error instanceof ReportedError)) console.error(error instanceof UserError ? error.message : error);
  process.exit(1);
}
